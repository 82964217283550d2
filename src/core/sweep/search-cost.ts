// Cost of a search before it starts, for one server and setting: number of runs, requests per run, and an example. Source of the
// numbers: docs/measuring/searches.md.
import { demandingPercentile } from '#core/stats/certainty/percentile-interval.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { limitPercentiles } from './limits.ts'
import {
  fewestSearchedRequests,
  roundsPerSearchedPoint,
  searchedRequests,
  usualSearchedSeconds,
} from './sweep-points.ts'
import { sum } from '#core/base/spread.ts'

export type SearchCost = Readonly<{
  mostRuns: number
  /** Minimum requests of every run. */
  fewestRequests: number
  /** Percentile of the limits that requires them; null if no limit has one. */
  percentile: number | null
  /** Null for a search by concurrency, because the server determines the length of its runs. */
  seconds: RunSeconds | null
  /** Minimum requests per request in flight, in a search by concurrency. */
  rounds: number
  example: SearchExample
}>

type RunSeconds = Readonly<{
  usual: number
  /** Lowest rate of the search, and the length of its run. */
  lightest: Readonly<{ rate: number; seconds: number }>
  /** Rates above this have runs of the usual length; below it, the minimum number of requests takes longer. */
  usualFrom: number
}>

/** A search of typical length whose answer is this load. */
export type SearchExample = Readonly<{
  load: number
  runs: number
  requests: number
  /** Time under load alone; null for a search by concurrency. */
  seconds: number | null
}>

/** Runs besides the doublings: medians of searches in virtual time. */
const refiningRuns = { capacityByRate: 10, capacity: 7, curve: 12 } as const
/** Length of refining runs of a search for a capacity by rate, in usual runs: the median, and the maximum. */
const refiningLength = { usual: 12, greatest: 16 }
/** Number of doublings between the lowest load and the example. */
const exampleDoublings = 5

export function searchCost(plan: SweepPlan, search: SweepSearch): SearchCost {
  const fewestRequests = fewestSearchedRequests(plan.limits)
  const percentile = demandingPercentile(limitPercentiles(plan.limits))
  const isNeeded = percentile?.fewestRequests === fewestRequests
  return {
    mostRuns: search.mostRuns,
    fewestRequests,
    percentile: isNeeded ? percentile.percentile : null,
    seconds: search.over === 'requestRate' ? runSeconds(plan, search, fewestRequests) : null,
    rounds: roundsPerSearchedPoint,
    example: exampleOf(plan, search),
  }
}

/** Maximum seconds of a run in a search for a capacity by rate, without its warm-up. */
export function longestSeconds(plan: SweepPlan, search: SweepSearch): number {
  const { lightest, usual } = runSeconds(plan, search, fewestSearchedRequests(plan.limits))
  return Math.max(lightest.seconds, refiningLength.greatest * usual)
}

function runSeconds(
  { secondsPerPoint }: SweepPlan,
  { from }: SweepSearch,
  fewestRequests: number,
): RunSeconds {
  const usual = secondsPerPoint ?? usualSearchedSeconds
  const seconds = Math.max(usual, fewestRequests / from)
  return { usual, lightest: { rate: from, seconds }, usualFrom: fewestRequests / usual }
}

function exampleOf(plan: SweepPlan, search: SweepSearch): SearchExample {
  const { from, upTo, mostRuns, kind } = search
  const room = Math.floor(Math.log2(upTo / from) + 1e-9)
  const doublings = Math.max(0, Math.min(exampleDoublings, room))
  const load = from * 2 ** doublings
  const climb = Array.from({ length: doublings + 2 }, (_, step) => Math.min(from * 2 ** step, upTo))
  const isByRate = search.over === 'requestRate'
  const isLengthened = isByRate && kind === 'capacity'
  const refining = refiningRuns[isLengthened ? 'capacityByRate' : kind]
  const loads = [...climb, ...Array.from({ length: refining }, () => load)].slice(0, mostRuns)
  const counts = loads.map((each, index) => {
    const isLong = isLengthened && index >= climb.length
    const wanted = searchedRequests(plan, {
      requestRate: isByRate ? each : 'inf',
      maxConcurrency: isByRate ? null : each,
    })
    return (isLong ? refiningLength.usual : 1) * wanted
  })
  return {
    load,
    runs: loads.length,
    requests: sum(counts),
    seconds: isByRate ? sum(counts.map((count, index) => count / (loads[index] ?? load))) : null,
  }
}
