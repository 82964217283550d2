// Live metrics of a running benchmark: counts, and typical latencies since the last update.
import { outcomeOf } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

type EndedRequest = Pick<RequestRecord, 'error' | 'sentAtUs' | 'endedAtUs'>

export type RecentLatencies = Readonly<{
  recentTtftMs: number | null
  recentItlMs: number | null
  recentE2elMs: number | null
}>

export class LiveFigures {
  #gapsSumUs = 0
  #gaps = 0
  #ttftsUs: number[] = []
  #latenciesUs: number[] = []
  tokenEvents = 0
  completed = 0
  failed = 0
  rejected = 0
  clientCancelled = 0

  addTtft(ttftUs: number): void {
    this.tokenEvents++
    this.#ttftsUs.push(ttftUs)
  }

  /** Adds `count` token events that arrived at once after this gap; all but the first have a gap of 0. */
  addGaps(gapUs: number, count: number): void {
    this.tokenEvents += count
    this.#gaps += count
    this.#gapsSumUs += gapUs
  }

  /** Adds a request that has ended. */
  add({ error, sentAtUs, endedAtUs }: EndedRequest): void {
    const outcome = outcomeOf(error)
    if (outcome === 'rejected') this.rejected++
    else if (outcome === 'client-cancelled') this.clientCancelled++
    else if (outcome !== 'completed') this.failed++
    else this.addE2el(endedAtUs - sentAtUs)
  }

  /** Adds the latency of a completed request. */
  addE2el(latencyUs: number): void {
    this.completed++
    this.#latenciesUs.push(latencyUs)
  }

  /**
   * Median TTFT and E2EL, and mean ITL; null if nothing arrived since the last call. ITL is a mean, because events that share a
   * socket read have gaps of 0 and would reduce a median of 0.1 s to almost 0.
   */
  takeRecent(): RecentLatencies {
    const recent = {
      recentTtftMs: medianMs(Uint32Array.from(this.#ttftsUs)),
      recentE2elMs: medianMs(Uint32Array.from(this.#latenciesUs)),
      recentItlMs: this.#gaps === 0 ? null : this.#gapsSumUs / this.#gaps / 1000,
    }
    this.#gaps = this.#gapsSumUs = 0
    this.#ttftsUs = []
    this.#latenciesUs = []
    return recent
  }
}

function medianMs(valuesUs: Uint32Array): number | null {
  const middle = valuesUs.sort()[valuesUs.length >> 1]
  return middle === undefined ? null : middle / 1000
}
