// The gaps between tokens of all answers of a run, counted.
import type { RequestRecord } from '../../model/run/request-record.ts'
import { DurationTally } from './duration-tally.ts'
import { type Durations, listedDurations, momentsOf } from './durations.ts'

type Answered = Pick<RequestRecord, 'error'> &
  Readonly<{ interTokenLatenciesUs: Uint32Array | Float64Array }>

export function gapTally(requests: Iterable<Answered>): DurationTally {
  const tally = new DurationTally()
  addGaps(tally, requests)
  return tally
}

/** Those of failed requests do not count. */
export function addGaps(tally: DurationTally, requests: Iterable<Answered>): void {
  for (const { error, interTokenLatenciesUs } of requests) {
    if (error === null) tally.addAll(interTokenLatenciesUs)
  }
}

// All gaps between tokens of a run. Their order statistics come from counts; while they are few they are kept as well,
// so that sums round as the original's do.
const mostKept = 2 ** 20

type Gaps = Uint32Array | Float64Array

type GapPoolOptions = Readonly<{
  /** Holds all gaps that will be added, counted during the run; by default they are counted here. */
  counted?: DurationTally | undefined
  limit?: number
}>

export class GapPool {
  readonly #mostKept: number
  readonly #tally: DurationTally
  readonly #isCounted: boolean
  /** Null once they are many. */
  #kept: Gaps[] | null = []
  #keptCount = 0
  /** Parts of a microsecond, as in files of others, are not counted. */
  #isWholeUs = true

  constructor({ counted, limit = mostKept }: GapPoolOptions = {}) {
    this.#mostKept = limit
    this.#tally = counted ?? new DurationTally()
    this.#isCounted = counted !== undefined
  }

  /** In the order in which they are summed up. */
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
