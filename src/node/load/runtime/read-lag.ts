// Estimates how long data waited in its socket before it was read. Ready sockets are read one after the other, so all but the
// first wait for those before them. While the event loop is busy, or waits for a processor, all wait for it.
import { performance } from 'node:perf_hooks'
import { LagTally } from '#core/stats/durations/lag-tally.ts'
import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'

const { nodeTiming } = performance

/** Minimum interval between reads of the scheduler's counter. */
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

const file = '/proc/thread-self/schedstat'
const [space, zero] = [0x20, 0x30]

/** Time that this thread waited for a processor after it was woken, as the scheduler of Linux counts it. Exported for tests. */
export class RunDelay {
  readonly #bytes = Buffer.alloc(96)
  #fd: number | null = null
  #waitedNs = 0
  #slices = 0

  /** Only Linux counts it; elsewhere every wait reads as 0. */
  start(): void {
    try {
      this.#fd = openSync(file, 'r')
    } catch {
      this.#fd = null
    }
    this.takeUs()
  }

  stop(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }

  /** Mean wait, in µs, of the times the thread got a processor since the last call. Takes about 2 µs. */
  takeUs(): number {
    const fd = this.#fd
    if (fd === null) return 0
    const length = readSync(fd, this.#bytes, 0, this.#bytes.length, 0)
    const waitAt = this.#bytes.indexOf(space) + 1
    const slicesAt = this.#bytes.indexOf(space, waitAt) + 1
    const waitedNs = this.#number(waitAt, slicesAt - 1)
    const slices = this.#number(slicesAt, length - 1)
    const delayNs = (waitedNs - this.#waitedNs) / Math.max(1, slices - this.#slices)
    this.#waitedNs = waitedNs
    this.#slices = slices
    return delayNs / 1000
  }

  #number(start: number, end: number): number {
    let value = 0
    for (let at = start; at < end; at++) value = 10 * value + (this.#bytes[at] ?? zero) - zero
    return value
  }
}
