// What a search takes before it starts, for one server and setting: its runs, what each of them sends, and one example.
// Where the figures come from: docs/measuring.md.
import { demandingPercentile } from '#core/judgement/saturation.ts'
import type { SweepSearch } from '../model/sweep/sweep-search.ts'
import type { SweepPlan } from '../model/sweep/sweep.ts'
import { limitPercentiles } from './limits.ts'
import {
  fewestSearchedRequests,
  roundsPerSearchedPoint,
  searchedRequests,
  usualSearchedSeconds,
} from './sweep-points.ts'
import { sum } from '#core/stats/spread.ts'

export type SearchCost = Readonly<{
  mostRuns: number
  /** Of every run. */
  fewestRequests: number
  /** The percentile of the limits that needs them; null where no limit has one. */
  percentile: number | null
  /** Null by concurrency, where the server decides how long a run takes. */
  seconds: RunSeconds | null
  /** By concurrency a run sends at least this many per request in flight. */
  rounds: number
  example: SearchExample
}>

type RunSeconds = Readonly<{
  usual: number
  /** The lightest rate of the search, and how long its run takes. */
  lightest: Readonly<{ rate: number; seconds: number }>
  /** From this rate on a run takes the usual time; below it, the fewest requests take longer. */
  usualFrom: number
}>

/** A search of usual length, were this load its answer. */
export type SearchExample = Readonly<{
  load: number
  runs: number
  requests: number
  /** Of load alone; null by concurrency. */
  seconds: number | null
}>

/** Runs besides the doublings: medians of searches on a modelled server. */
const usualRefiningRuns = { capacity: 7, curve: 12 } as const
/** The example lies this many doublings above the lightest load. */
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
  const refining = Array.from({ length: usualRefiningRuns[kind] }, () => load)
  const loads = [...climb, ...refining].slice(0, mostRuns)
  const isByRate = search.over === 'requestRate'
  const counts = loads.map((each) =>
    searchedRequests(plan, {
      requestRate: isByRate ? each : 'inf',
      maxConcurrency: isByRate ? null : each,
    }),
  )
  return {
    load,
    runs: loads.length,
    requests: sum(counts),
    seconds: isByRate ? sum(counts.map((count, index) => count / (loads[index] ?? load))) : null,
  }
}
