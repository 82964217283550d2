// What a running benchmark shows of itself: counts, and medians of what came since the last look.

/** Newest gaps are kept for the median; enough for a steady number, few enough to sort in no time. */
const keptGaps = 1024

export class LiveFigures {
  readonly #gapsUs = new Uint32Array(keptGaps)
  #gaps = 0
  #ttftsUs: number[] = []
  tokenEvents = 0
  completed = 0
  failed = 0

  addTtft(ttftUs: number): void {
    this.tokenEvents++
    this.#ttftsUs.push(ttftUs)
  }

  addGap(gapUs: number): void {
    this.tokenEvents++
    this.#gapsUs[this.#gaps++ % keptGaps] = gapUs
  }

  /** Null where nothing came since the last call. */
  takeMedians(): { readonly recentTtftMs: number | null; readonly recentItlMs: number | null } {
    const gaps = this.#gapsUs.slice(0, Math.min(this.#gaps, keptGaps))
    const ttfts = Uint32Array.from(this.#ttftsUs)
    this.#gaps = 0
    this.#ttftsUs = []
    return { recentTtftMs: medianMs(ttfts), recentItlMs: medianMs(gaps) }
  }
}

function medianMs(valuesUs: Uint32Array): number | null {
  const middle = valuesUs.sort()[valuesUs.length >> 1]
  return middle === undefined ? null : middle / 1000
}
