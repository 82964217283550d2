// The search for capacity: doubles the load until something breaks, closes in on the boundary, and makes sure of it on
// both sides. Described in docs/measuring.md.
import type { SearchEnding } from '#core/model/sweep/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { unknownLimit } from '../limits.ts'
import { sidesOf, usualShare, type CapacitySearch } from './boundary-sides.ts'
import { capacityAnswer, unknownAnswer } from './capacity-answer.ts'
import { curveLevels, hasLevelledOff, isRoomBetween, roundedLoad } from './curve-levels.ts'
import { answering, exploring } from './findings.ts'
import { fitLoads, type FittedLoad, type LoadFit } from './load-fit.ts'
import { measure, type MeasuredTry, type SearchStep, type Tried } from './search-step.ts'

type Capacity = Readonly<{
  plan: SweepPlan
  search: CapacitySearch
  tried: readonly Tried[]
  /** Those that may be believed. */
  runs: readonly MeasuredTry[]
  fit: LoadFit
}>

/** With this number of runs at one load that cannot be distinguished from the boundary, more would not help. */
const mostRunsPerLoad = 5
/** What this number of runs of a load break together, none of them surely, counts as broken. */
const runsAgainstChance = 3
/** A single run may have met a stall: a load that ends the search broke its limit in this number of runs together. */
const runsAgainstStalls = 2
/** While the boundary lies in a gap wider than this multiple of the precision, the gap is cut. */
const coarseness = 3
/** Where twice the load takes what is measured no nearer to its bound than this share, it never gets there. */
const leastApproach = 0.05

/** `believed` are the runs in which our own client was not the limit. */
export function capacityStep(
  plan: SweepPlan,
  search: CapacitySearch,
  { tried, believed }: Readonly<{ tried: readonly Tried[]; believed: readonly MeasuredTry[] }>,
): SearchStep {
  const fit = fitLoads(plan.limits, believed, plan.tune === null ? answering : exploring)
  const capacity = { plan, search, tried, runs: believed, fit }
  if (believed.length === 0) return measure(tried, roundedLoad(search, search.from), 'lightest')
  const unknown = unknownLimit(plan.limits, believed)
  if (unknown !== null) return { kind: 'done', answer: unknownAnswer(unknown, tried.length) }
  if (tried.length >= search.mostRuns) return spent(capacity)
  if (fit.loads.every(({ holds }) => holds)) return climb(capacity)
  const unsure = unsureEnd(fit)
  if (unsure !== null)
    return measure(tried, unsure.load, 'repeating', lengthAt(capacity, unsure.load))
  if (fit.loads.every(({ holds }) => !holds)) return atTheLightest(capacity)
  return closeIn(capacity)
}

function ended({ plan, search, tried, runs, fit }: Capacity, ending: SearchEnding): SearchStep {
  const answer = capacityAnswer({
    limits: plan.limits,
    search,
    fit,
    believed: runs,
    runs: tried.length,
    ending,
  })
  return { kind: 'done', answer }
}

function spent(capacity: Capacity): SearchStep {
  return ended(capacity, isPrecise(capacity) ? boundaryEnding(capacity) : spentEnding(capacity))
}

function spentEnding(capacity: Capacity): SearchEnding {
  const { loads } = capacity.fit
  if (loads.every(({ holds }) => holds)) return climbEnding(capacity) ?? 'budget-used-up'
  if (loads.every(({ holds }) => !holds)) return 'never-held'
  return loads.some(({ isDisputed }) => isDisputed) ? 'noisy' : 'budget-used-up'
}

/** Everything held so far. */
function climb(capacity: Capacity): SearchStep {
  const { search, tried, fit } = capacity
  const ending = climbEnding(capacity)
  if (ending !== null) return ended(capacity, ending)
  const highest = fit.loads.at(-1)?.load ?? search.from
  return measure(tried, roundedLoad(search, 2 * highest), 'doubling')
}

/** Null while there is reason to go on: a server may be full long before what waits in it breaks a limit. */
function climbEnding({ search, runs, fit }: Capacity): SearchEnding | null {
  // At a rate, the pace of the answers is a bound of its own.
  const isFull = search.over === 'maxConcurrency' && hasLevelledOff(curveLevels(runs))
  if (isFull && !isComingNearer(fit)) return 'limit-not-binding'
  const highest = fit.loads.at(-1)?.load ?? 0
  if (highest < roundedLoad(search, search.upTo)) return null
  return isFull ? 'limit-not-binding' : 'not-saturated'
}

/**
 * The heaviest load, where it alone seems to break something and is not surely beyond it: what a light load broke by chance
 * would keep the search below it. Null once it was looked at often enough.
 */
function unsureEnd({ loads }: LoadFit): FittedLoad | null {
  const heaviest = loads.at(-1)
  if (heaviest === undefined || heaviest.holds || heaviest.isSure) return null
  const isFirst = loads.filter(({ holds }) => !holds).length === 1
  return isFirst && heaviest.runs < runsAgainstChance ? heaviest : null
}

function isComingNearer({ loads }: LoadFit): boolean {
  const highest = loads.at(-1)
  const half = loads.findLast(({ load }) => highest !== undefined && load <= highest.load / 2)
  if (highest === undefined || half === undefined) return true
  return [...highest.excesses].some(
    ([bound, excess]) => excess - (half.excesses.get(bound) ?? -Infinity) > leastApproach,
  )
}

/** Nothing held; once more, since a single run may have met a stall. */
function atTheLightest(capacity: Capacity): SearchStep {
  const { tried, fit } = capacity
  const lightest = fit.loads[0]
  const isEnough = (lightest?.runs ?? 0) >= (lightest?.isSure ? 2 : mostRunsPerLoad)
  if (lightest === undefined || isEnough) return ended(capacity, 'never-held')
  return measure(tried, lightest.load, 'repeating')
}

function closeIn(capacity: Capacity): SearchStep {
  const { search, tried, fit } = capacity
  const { low, high } = gapOf(fit)
  const boundary = fit.boundary ?? Math.sqrt(low.load * high.load)
  const isWide = high.load / low.load > 1 + coarseness * search.precision
  if (isWide && isRoomBetween(search, low.load, high.load)) {
    const [near, far] = [0.25, 0.75].map((share) => low.load * (high.load / low.load) ** share)
    const middle = Math.max(near ?? 0, Math.min(boundary, far ?? Infinity))
    return measure(tried, strictlyBetween(search, low.load, high.load, middle), 'bisecting')
  }
  return makeSure(capacity, boundary)
}

/** The highest load that holds and the lowest that does not. */
function gapOf({ loads }: LoadFit): Readonly<{ low: FittedLoad; high: FittedLoad }> {
  const low = loads.findLast(({ holds }) => holds)
  const high = loads.find(({ holds }) => !holds)
  if (low === undefined || high === undefined) throw new Error('The boundary is not enclosed.')
  return { low, high }
}

function strictlyBetween(search: CapacitySearch, low: number, high: number, load: number): number {
  const rounded = roundedLoad(search, load)
  if (rounded > low && rounded < high) return rounded
  return search.over === 'maxConcurrency' ? (rounded <= low ? low + 1 : high - 1) : load
}

/** Measures within the precision, and again where one run does not decide, the less sure side first. */
function makeSure(capacity: Capacity, boundary: number): SearchStep {
  const { tried, fit } = capacity
  const side = sidesOf(capacity, boundary)
    .filter(({ isKnown }) => !isKnown)
    .toSorted((a, b) => b.gap - a.gap)[0]
  if (side === undefined) {
    const { load, runs } = gapOf(fit).high
    return runs < runsAgainstStalls
      ? measure(tried, load, 'repeating', lengthAt(capacity, load, boundary))
      : ended(capacity, boundaryEnding(capacity))
  }
  const runs = fit.loads.find(({ load }) => load === side.outpost)?.runs ?? 0
  if (runs >= mostRunsPerLoad) return enclose(capacity, boundary)
  return measure(tried, side.outpost, 'bisecting', lengthAt(capacity, side.outpost, boundary))
}

/** Multiples of the precision at which a boundary is enclosed that cannot be known within it. */
const widerPrecisions = [2, 4, 8]

/** Makes sure of loads further off the boundary, so that the answer lies between two that are sure. */
function enclose(capacity: Capacity, boundary: number): SearchStep {
  const { search, tried, fit } = capacity
  const { low = 0, high = Infinity } = fit.interval ?? enclosedBy(fit)
  for (const multiple of widerPrecisions) {
    const offs = [-multiple, multiple].map((each) => 1 + usualShare * each * search.precision)
    for (const off of offs) {
      const load = roundedLoad(search, boundary * off, off < 1 ? 'down' : 'up')
      if (off < 1 ? low >= load : high <= load) continue
      const runs = fit.loads.find((each) => each.load === load)?.runs ?? 0
      if (runs >= runsAgainstChance) continue
      return measure(tried, load, 'bisecting', lengthAt(capacity, load, boundary))
    }
  }
  return ended(capacity, 'noisy')
}

/** Loads that are sure on either side, as far as there are any. */
function enclosedBy({ loads }: LoadFit): Partial<Interval> {
  const low = loads.findLast(({ holds, isSure }) => holds && isSure)?.load
  const high = loads.find(({ holds, isSure }) => !holds && isSure)?.load
  return { ...(low !== undefined && { low }), ...(high !== undefined && { high }) }
}

/** Usual runs that one may last for, so that it can be told from the boundary. */
const longestRun = { requestRate: 16, maxConcurrency: 4 } as const
/** Standard errors that an excess must be from 0, with some in hand since both are estimates. */
const wantedErrors = 3.5

/** Long enough for the runs of this load together to be sure, by what the nearest runs know of themselves. */
function lengthAt({ search, fit: { loads } }: Capacity, load: number, boundary = load): number {
  const nearest = loads.toSorted(
    (one, other) => Math.abs(Math.log(one.load / load)) - Math.abs(Math.log(other.load / load)),
  )[0]
  if (nearest === undefined) return 1
  const wanted = [...nearest.excesses].map(([bound, excess]) => {
    const error = nearest.errors.get(bound) ?? 0
    // At the load itself; the figures of most limits rise at least as fast as the load.
    const least = Math.abs(Math.log(load / boundary))
    return (wantedErrors * error) / Math.max(Math.abs(excess), least)
  })
  const times = Math.max(1, ...wanted) ** 2 * nearest.length
  return Math.min(
    longestRun[search.over],
    Math.max(1, Math.round(times - (nearest.load === load ? nearest.length : 0))),
  )
}

function isPrecise(capacity: Capacity): boolean {
  const { boundary } = capacity.fit
  return boundary !== null && sidesOf(capacity, boundary).every(({ isKnown }) => isKnown)
}

/** What ends the load is one of the limits, unless the server gave up before any of them did. */
function boundaryEnding({ plan, fit }: Capacity): SearchEnding {
  const broken = fit.loads.find(({ holds }) => !holds)
  if (broken?.broken === 'in-flight') return 'held-back'
  return plan.limits.length > 0 && typeof broken?.broken === 'string'
    ? 'limit-not-binding'
    : 'precise'
}
