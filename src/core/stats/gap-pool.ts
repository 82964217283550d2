// All gaps between tokens of a run: kept one by one while they are few, so that sums round as the original's do, and
// counted once they are many.
import { DurationTally } from './duration-tally.ts'
import { listedDurations, type Durations } from './durations.ts'

const mostKept = 2 ** 20

export class GapPool {
  readonly #mostKept: number
  #kept: (Uint32Array | Float64Array)[] = []
  #keptCount = 0
  #tally: DurationTally | null = null

  constructor(limit = mostKept) {
    this.#mostKept = limit
  }

  add(gapsUs: Uint32Array | Float64Array): void {
    if (this.#tally === null && this.#keptCount + gapsUs.length > this.#mostKept) this.#count()
    if (this.#tally !== null) return this.#tally.addAll(gapsUs)
    this.#kept.push(gapsUs)
    this.#keptCount += gapsUs.length
  }

  durations(): Durations {
    return this.#tally ?? listedDurations(this.#keptS())
  }

  #count(): void {
    this.#tally = new DurationTally()
    for (const gapsUs of this.#kept) this.#tally.addAll(gapsUs)
    this.#kept = []
  }

  #keptS(): Float64Array {
    const pool = new Float64Array(this.#keptCount)
    let position = 0
    for (const gapsUs of this.#kept) for (const gapUs of gapsUs) pool[position++] = gapUs / 1e6
    return pool
  }
}
