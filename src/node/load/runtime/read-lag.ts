// Estimates how long data waited in its socket before it was read. Ready sockets are read one after the other, so all but the
// first wait for those before them. While the event loop is busy, or waits for a processor, all wait for it.
import { performance } from 'node:perf_hooks'
import { LagTally } from '#core/stats/durations/lag-tally.ts'
import { RunDelay } from './run-delay.ts'

const { nodeTiming } = performance

/** Least interval between reads of the scheduler's count. */
const shortestLookUs = 500

export class ReadLag {
  readonly tally = new LagTally()
  /** Delay of the last read. */
  latestUs = 0
  /** Time when the reads of this loop iteration began; null between iterations. */
  #turnBeganUs: number | null = null
  #lastReadUs = 0
  #lastTurnUs = 0
  #waitedBeforeUs = 0
  #idleMs = 0
  #turns = 0
  readonly #runDelay = new RunDelay()
  #lookedAtUs = 0

  start(atUs: number): void {
    this.#lastTurnUs = this.#lookedAtUs = atUs
    this.#turnsSince()
    this.#idleSince()
    this.#runDelay.start()
  }

  stop(): void {
    this.#runDelay.stop()
  }

  /** Called for every read, in order, with its time; repeated calls for one read count once. */
  note(readAtUs: number): void {
    if (readAtUs === this.#lastReadUs) return
    this.#lastReadUs = readAtUs
    if (this.#turnBeganUs === null) this.#beginTurn(readAtUs)
    this.latestUs = readAtUs - (this.#turnBeganUs ?? readAtUs) + this.#waitedBeforeUs
    this.tally.add(this.latestUs)
  }

  /**
   * Data that arrives while the loop sleeps wakes it, and then waits with it for a processor. Data that arrives while the loop
   * is busy waits for the next poll: on average half an iteration.
   */
  #beginTurn(atUs: number): void {
    this.#turnBeganUs = atUs
    const turns = Math.max(1, this.#turnsSince())
    const sinceUs = Math.max(1, atUs - this.#lastTurnUs)
    const idleUs = this.#idleSince() * 1000
    const busyUs = Math.max(0, sinceUs - idleUs)
    const runDelayUs = Math.min(this.#runDelaySince(atUs), idleUs)
    this.#waitedBeforeUs = runDelayUs + (busyUs * busyUs) / sinceUs / turns / 2
    this.#lastTurnUs = atUs
    setImmediate(this.#endTurn)
  }

  #runDelaySince(atUs: number): number {
    if (atUs - this.#lookedAtUs < shortestLookUs) return 0
    this.#lookedAtUs = atUs
    return this.#runDelay.takeUs()
  }

  readonly #endTurn = (): void => {
    this.#turnBeganUs = null
  }

  #idleSince(): number {
    const before = this.#idleMs
    this.#idleMs = nodeTiming.idleTime
    return this.#idleMs - before
  }

  #turnsSince(): number {
    const before = this.#turns
    this.#turns = nodeTiming.uvMetricsInfo.loopCount
    return this.#turns - before
  }
}
