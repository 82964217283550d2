// What a running benchmark shows of itself: counts, and typical latencies of what came since the last look.
import { outcomeOf, type RequestRecord } from '#core/model/run/request-record.ts'

type Ended = Pick<RequestRecord, 'error' | 'sentAtUs' | 'endedAtUs'>

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

  /** Of token events that arrived at once, after this gap: all but the first have none. */
  addGaps(gapUs: number, count: number): void {
    this.tokenEvents += count
    this.#gaps += count
    this.#gapsSumUs += gapUs
  }

  /** One request has ended. */
  add({ error, sentAtUs, endedAtUs }: Ended): void {
    const outcome = outcomeOf(error)
    if (outcome === 'rejected') this.rejected++
    else if (outcome === 'client-cancelled') this.clientCancelled++
    else if (outcome !== 'completed') this.failed++
    else this.addE2el(endedAtUs - sentAtUs)
  }

  /** One request was answered. */
  addE2el(latencyUs: number): void {
    this.completed++
    this.#latenciesUs.push(latencyUs)
  }

  /**
   * Median TTFT and E2EL, and mean ITL, null where nothing came since the last call. The mean, because events that share
   * a socket read have gaps of 0 and would pull a median of a tenth of a second down to nothing.
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
