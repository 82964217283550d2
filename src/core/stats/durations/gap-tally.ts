// Counts of the gaps between tokens of all responses of a run.
import type { RequestRecord } from '#core/records/request-record.ts'
import { DurationTally } from './duration-tally.ts'
import { type Durations, listedDurations, momentsOf } from './durations.ts'

type GapSource = Pick<RequestRecord, 'error'> &
  Readonly<{ interTokenLatenciesUs: Uint32Array | Float64Array }>

export function gapTally(requests: Iterable<GapSource>): DurationTally {
  const tally = new DurationTally()
  addGaps(tally, requests)
  return tally
}

/** Ignores gaps of failed requests. */
export function addGaps(tally: DurationTally, requests: Iterable<GapSource>): void {
  for (const { error, interTokenLatenciesUs } of requests) {
    if (error === null) tally.addAll(interTokenLatenciesUs)
  }
}

/**
 * Gaps between tokens of a run. Order statistics use counts; a small number of gaps is also stored, so that sums round like
 * vLLM's.
 */
const mostKept = 2 ** 20

type Gaps = Uint32Array | Float64Array

type GapPoolOptions = Readonly<{
  /** Contains all gaps that will be added, counted during the run; counted here by default. */
  counted?: DurationTally | undefined
  limit?: number
}>

export class GapPool {
  readonly #mostKept: number
  readonly #tally: DurationTally
  readonly #isCounted: boolean
  /** Null once there are many. */
  #kept: Gaps[] | null = []
  #keptCount = 0
  /** Fractions of a microsecond, as in imported files, are not counted. */
  #isWholeUs = true

  constructor({ counted, limit = mostKept }: GapPoolOptions = {}) {
    this.#mostKept = limit
    this.#tally = counted ?? new DurationTally()
    this.#isCounted = counted !== undefined
  }

  /** Gaps in the order of summation. */
  add(gapsUs: Gaps): void {
    if (!this.#isCounted) this.#tally.addAll(gapsUs)
    if (this.#kept === null) return
    this.#kept.push(gapsUs)
    this.#keptCount += gapsUs.length
    if (!(gapsUs instanceof Uint32Array)) this.#isWholeUs = false
    if (this.#keptCount > this.#mostKept) this.#kept = null
  }

  durations(): Durations {
    const tally = this.#tally
    if (this.#kept === null) return tally
    const valuesS = endToEndS(this.#kept, this.#keptCount)
    if (!this.#isWholeUs) return listedDurations(valuesS)
    return {
      ...momentsOf(valuesS),
      count: tally.count,
      at: (rank) => tally.at(rank),
      countBelow: (limitS) => tally.countBelow(limitS),
    }
  }
}

function endToEndS(kept: readonly Gaps[], count: number): Float64Array {
  const valuesS = new Float64Array(count)
  let position = 0
  for (const gapsUs of kept) {
    for (let i = 0; i < gapsUs.length; i++) valuesS[position++] = (gapsUs[i] ?? 0) / 1e6
  }
  return valuesS
}
