// Estimates how long data lay in its socket before it was read. Sockets that have something are read one after the
// other, so all but the first wait for those before them; and while the event loop is away, all wait for it.
import { performance } from 'node:perf_hooks'
import { LagTally } from '#core/stats/lag-tally.ts'

const { nodeTiming } = performance

export class ReadLag {
  readonly tally = new LagTally()
  /** Of the read noted last. */
  latestUs = 0
  /** When the reads of this turn of the loop began; null between turns. */
  #turnBeganUs: number | null = null
  #lastReadUs = 0
  #lastTurnUs = 0
  #waitedBeforeUs = 0
  #idleMs = 0
  #turns = 0

  start(atUs: number): void {
    this.#lastTurnUs = atUs
    this.#turnsSince()
    this.#idleSince()
  }

  /** Told of every read, in order, with its time, as often as it pleases. */
  note(readAtUs: number): void {
    if (readAtUs === this.#lastReadUs) return
    this.#lastReadUs = readAtUs
    if (this.#turnBeganUs === null) this.#beginTurn(readAtUs)
    this.latestUs = readAtUs - (this.#turnBeganUs ?? readAtUs) + this.#waitedBeforeUs
    this.tally.add(this.latestUs)
  }

  /**
   * When the loop slept, the data woke it. When it did not, data came at any moment since it last looked: on
   * average it has waited for half of that time.
   */
  #beginTurn(atUs: number): void {
    this.#turnBeganUs = atUs
    const turns = Math.max(1, this.#turnsSince())
    const slept = this.#idleSince() > 0
    this.#waitedBeforeUs = slept ? 0 : (atUs - this.#lastTurnUs) / turns / 2
    this.#lastTurnUs = atUs
    setImmediate(this.#endTurn)
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
