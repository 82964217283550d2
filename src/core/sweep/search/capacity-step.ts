// Capacity search: doubles the load until a bound breaks, narrows down the boundary, and confirms it on both sides. See
// docs/measuring/searches.md.
import type { SearchEnding } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { unknownLimit } from '../limits.ts'
import { sidesOf, type CapacitySearch } from './boundary-sides.ts'
import { capacityAnswer, unknownAnswer } from './capacity-answer.ts'
import { curveLevels, hasLevelledOff, isRoomBetween, roundedLoad } from './curve-levels.ts'
import { answering, exploring } from './findings.ts'
import { measure, type MeasuredTry, type SearchStep, type SearchTry } from './search-step.ts'
import { fitLoads, type FittedLoad, type LoadFit } from './load-fit.ts'
import { bisectingLength, lengthAt, runsToKnow } from './run-length.ts'

type Capacity = Readonly<{
  plan: SweepPlan
  search: CapacitySearch
  tried: readonly SearchTry[]
  /** Runs that count. */
  runs: readonly MeasuredTry[]
  fit: LoadFit
}>

/** Maximum runs at one load that cannot be distinguished from the boundary; more would not help. */
const mostRunsPerLoad = 5
/** Number of runs at a load after which a bound that they break only in combination counts as broken. */
const runsAgainstChance = 3
/** A load that ends the search must break its limit in this number of runs, because a single run may contain a stall. */
const runsAgainstStalls = 2
/** Gaps wider than this multiple of the precision are bisected. */
const coarseness = 3
/** Minimum approach to a bound per doubling of the load; slower approaches never reach it. */
const leastApproach = 0.05

/** `believed` are the runs in which our own client was not the bottleneck. */
export function capacityStep(
  plan: SweepPlan,
  search: CapacitySearch,
  { tried, believed }: Readonly<{ tried: readonly SearchTry[]; believed: readonly MeasuredTry[] }>,
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
  const more = answer.interval === null ? null : missingRuns({ plan, search, tried, runs, fit })
  return { kind: 'done', answer: more === null ? answer : { ...answer, moreRuns: more } }
}

/** Null if the interval is as narrow as requested, or no data shows how to narrow it. */
function missingRuns(capacity: Capacity): number | null {
  const { search, fit } = capacity
  if (fit.boundary === null) return null
  const outposts = sidesOf(capacity, fit.boundary).flatMap((side) =>
    side.isKnown ? [] : side.outpost,
  )
  const { precision } = search
  const more = runsToKnow(capacity, outposts, { boundary: fit.boundary, precision })
  return outposts.length > 0 && Number.isFinite(more) ? more : null
}

function spent(capacity: Capacity): SearchStep {
  return ended(capacity, isPrecise(capacity) ? boundaryEnding(capacity) : spentEnding(capacity))
}

function spentEnding(capacity: Capacity): SearchEnding {
  const { loads } = capacity.fit
  if (loads.every(({ holds }) => holds)) return climbEnding(capacity) ?? 'budget-used-up'
  if (loads.every(({ holds }) => !holds)) return lightestEnding(capacity)
  const isEnclosed = capacity.fit.interval !== null
  return !isEnclosed && loads.some(({ isDisputed }) => isDisputed) ? 'noisy' : 'budget-used-up'
}

/** Next step while every load meets its bounds. */
function climb(capacity: Capacity): SearchStep {
  const { search, tried, fit } = capacity
  const ending = climbEnding(capacity)
  if (ending !== null) return ended(capacity, ending)
  const highest = fit.loads.at(-1)?.load ?? search.from
  return measure(tried, roundedLoad(search, 2 * highest), 'doubling')
}

/** Null if the search should continue: a server may be saturated long before its queue breaks a limit. */
function climbEnding({ search, runs, fit }: Capacity): SearchEnding | null {
  // For a rate, falling behind is a bound of its own.
  const isFull = search.over === 'maxConcurrency' && hasLevelledOff(curveLevels(runs))
  if (isFull && !isComingNearer(fit)) return 'limit-not-binding'
  const highest = fit.loads.at(-1)?.load ?? 0
  if (highest < roundedLoad(search, search.upTo)) return null
  return isFull ? 'limit-not-binding' : 'not-saturated'
}

/**
 * The highest load, if it alone seems to break a bound without certainty: otherwise an outlier at a low load would keep the
 * search below it. Null after enough repeats.
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

/** No load met its bounds. Repeats the lowest one, because a single run may contain a stall. */
function atTheLightest(capacity: Capacity): SearchStep {
  const { tried, fit } = capacity
  const lightest = fit.loads[0]
  const isEnough = (lightest?.runs ?? 0) >= (lightest?.isSure ? 2 : mostRunsPerLoad)
  if (lightest === undefined || isEnough) return ended(capacity, lightestEnding(capacity))
  return measure(tried, lightest.load, 'repeating')
}

function lightestEnding({ fit }: Capacity): SearchEnding {
  const lightest = fit.loads[0]
  if ((lightest?.excesses.get('in-flight') ?? 0) > 0) return 'held-back'
  return lightest?.isSure === false ? 'noisy' : 'never-held'
}

function closeIn(capacity: Capacity): SearchStep {
  const { search, tried, fit } = capacity
  const { low, high } = gapOf(fit)
  const boundary = fit.boundary ?? Math.sqrt(low.load * high.load)
  const isWide = high.load / low.load > 1 + coarseness * search.precision
  if (isWide && isRoomBetween(search, low.load, high.load)) {
    const [near, far] = [0.25, 0.75].map((share) => low.load * (high.load / low.load) ** share)
    const middle = Math.max(near ?? 0, Math.min(boundary, far ?? Infinity))
    const load = strictlyBetween(search, low.load, high.load, middle)
    return measure(tried, load, 'bisecting', bisectingLength(capacity, load, high.load / low.load))
  }
  return makeSure(capacity, boundary)
}

/** Highest load that meets the limits and lowest that does not. */
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

/**
 * Measures on both sides, as close to the boundary as the remaining runs can be certain, the less certain side first: within the
 * precision, or else at its smallest feasible multiple.
 */
function makeSure(capacity: Capacity, boundary: number): SearchStep {
  const { tried, fit } = capacity
  if (sidesOf(capacity, boundary).every(({ isKnown }) => isKnown)) {
    const { load, runs } = gapOf(fit).high
    return runs < runsAgainstStalls
      ? measure(tried, load, 'repeating', lengthAt(capacity, load, boundary))
      : ended(capacity, boundaryEnding(capacity))
  }
  const load = affordableLoad(capacity, boundary)
  return load === null
    ? ended(capacity, 'noisy')
    : measure(tried, load, 'bisecting', lengthAt(capacity, load, boundary))
}

/** Multiples of the precision at which to bracket a boundary that cannot be known more precisely. */
const precisions = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8]

/**
 * Load to measure next: one for which the remaining runs probably suffice on both sides, else the one that needs the fewest; null
 * if enough runs of it did not decide.
 */
function affordableLoad(capacity: Capacity, boundary: number): number | null {
  const { search, tried, fit } = capacity
  let easiest: Readonly<{ load: number; runs: number }> | null = null
  for (const multiple of precisions) {
    const precision = multiple * search.precision
    const sides = sidesOf({ ...capacity, search: { ...search, precision } }, boundary)
      .filter(({ isKnown }) => !isKnown)
      .toSorted((one, other) => other.gap - one.gap)
    const outposts = sides.map(({ outpost }) => outpost)
    const load = outposts[0]
    if (load === undefined) break
    const runs = runsToKnow(capacity, outposts, { boundary, precision })
    if (runs <= search.mostRuns - tried.length) return load
    if (easiest === null || runs < easiest.runs) easiest = { load, runs }
  }
  const measured = fit.loads.find(({ load }) => load === easiest?.load)?.runs ?? 0
  return measured < mostRunsPerLoad ? (easiest?.load ?? null) : null
}

function isPrecise(capacity: Capacity): boolean {
  const { boundary } = capacity.fit
  return boundary !== null && sidesOf(capacity, boundary).every(({ isKnown }) => isKnown)
}

/** The load is limited by one of the limits, unless the server failed before any limit broke. */
function boundaryEnding({ plan, fit }: Capacity): SearchEnding {
  const broken = fit.loads.find(({ holds }) => !holds)
  if (broken?.broken === 'in-flight') return 'held-back'
  return plan.limits.length > 0 && typeof broken?.broken === 'string'
    ? 'limit-not-binding'
    : 'precise'
}
