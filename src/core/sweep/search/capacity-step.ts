// Search for capacity: doubles the load until a bound breaks, narrows down the boundary, and confirms it on both sides.
// See docs/measuring.md.
import type { SearchEnding } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { unknownLimit } from '../limits.ts'
import { sidesOf, usualShare, type CapacitySearch } from './boundary-sides.ts'
import { capacityAnswer, unknownAnswer } from './capacity-answer.ts'
import { curveLevels, hasLevelledOff, isRoomBetween, roundedLoad } from './curve-levels.ts'
import { answering, exploring, type Bound } from './findings.ts'
import { fitLoads, type FittedLoad, type LoadFit } from './load-fit.ts'
import { measure, type MeasuredTry, type SearchStep, type SearchTry } from './search-step.ts'

type Capacity = Readonly<{
  plan: SweepPlan
  search: CapacitySearch
  tried: readonly SearchTry[]
  /** Runs that count. */
  runs: readonly MeasuredTry[]
  fit: LoadFit
}>

/** After this number of runs at one load that cannot be distinguished from the boundary, more would not help. */
const mostRunsPerLoad = 5
/** After this number of runs at a load, a bound that they break only together counts as broken. */
const runsAgainstChance = 3
/**
 * A load that ends the search must break its limit in this number of runs, because a single run may contain a stall.
 */
const runsAgainstStalls = 2
/** Gaps wider than this multiple of the precision are bisected. */
const coarseness = 3
/** Minimum approach to a bound per doubling of the load; below it, the bound is never reached. */
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

/** Next step while every load meets its bounds. */
function climb(capacity: Capacity): SearchStep {
  const { search, tried, fit } = capacity
  const ending = climbEnding(capacity)
  if (ending !== null) return ended(capacity, ending)
  const highest = fit.loads.at(-1)?.load ?? search.from
  return measure(tried, roundedLoad(search, 2 * highest), 'doubling')
}

/** Null if the search should continue: a server may be full long before its queue breaks a limit. */
function climbEnding({ search, runs, fit }: Capacity): SearchEnding | null {
  // For a rate, falling behind is a bound of its own.
  const isFull = search.over === 'maxConcurrency' && hasLevelledOff(curveLevels(runs))
  if (isFull && !isComingNearer(fit)) return 'limit-not-binding'
  const highest = fit.loads.at(-1)?.load ?? 0
  if (highest < roundedLoad(search, search.upTo)) return null
  return isFull ? 'limit-not-binding' : 'not-saturated'
}

/**
 * The heaviest load, if it alone seems to break a bound without certainty: otherwise an outlier at a light load would
 * keep the search below it. Null after enough repeats.
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

/** No load met its bounds. Repeats the lightest, because a single run may contain a stall. */
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

/** Measures within the precision, the less certain side first, and repeats runs that do not decide. */
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
  const isFar = isBeyondReach(capacity, side.outpost, { boundary, runs: mostRunsPerLoad })
  const wider = isFar ? widerLoad(capacity, boundary, { withinReach: true }) : null
  if (wider !== null) return measure(tried, wider, 'bisecting', lengthAt(capacity, wider, boundary))
  return measure(tried, side.outpost, 'bisecting', lengthAt(capacity, side.outpost, boundary))
}

/** Multiples of the precision for enclosing a boundary that cannot be known more precisely. */
const widerPrecisions = [2, 4, 8]

/** Confirms loads further from the boundary, so that the answer lies between two certain ones. */
function enclose(capacity: Capacity, boundary: number): SearchStep {
  const load = widerLoad(capacity, boundary, { withinReach: false })
  return load === null
    ? ended(capacity, 'noisy')
    : measure(capacity.tried, load, 'bisecting', lengthAt(capacity, load, boundary))
}

/** The nearest load beyond the precision that would narrow the interval; null if there is none, or none within reach. */
function widerLoad(
  capacity: Capacity,
  boundary: number,
  { withinReach }: Readonly<{ withinReach: boolean }>,
): number | null {
  const { search, fit } = capacity
  const { low = 0, high = Infinity } = fit.interval ?? enclosedBy(fit)
  const offs = widerPrecisions.flatMap((multiple) =>
    [-multiple, multiple].map((each) => 1 + usualShare * each * search.precision),
  )
  for (const off of offs) {
    const load = roundedLoad(search, boundary * off, off < 1 ? 'down' : 'up')
    if (off < 1 ? low >= load : high <= load) continue
    const runs = fit.loads.find((each) => each.load === load)?.runs ?? 0
    if (runs >= runsAgainstChance) continue
    if (!withinReach || !isBeyondReach(capacity, load, { boundary, runs: 1 })) return load
  }
  return null
}

/** The nearest certain load on each side, if any. */
function enclosedBy({ loads }: LoadFit): Partial<Interval> {
  const low = loads.findLast(({ holds, isSure }) => holds && isSure)?.load
  const high = loads.find(({ holds, isSure }) => !holds && isSure)?.load
  return { ...(low !== undefined && { low }), ...(high !== undefined && { high }) }
}

/** Maximum length of one run, in usual runs, for distinguishing it from the boundary. */
const longestRun = { requestRate: 16, maxConcurrency: 4 } as const
/** Standard errors that an excess must differ from 0; includes a reserve because both are estimates. */
const wantedErrors = 3.5

/** Length of the next run at this load, after which its runs would be certain, in usual runs. */
function lengthAt(capacity: Capacity, load: number, boundary = load): number {
  return Math.min(
    longestRun[capacity.search.over],
    Math.max(1, Math.round(wantedLength(capacity, load, boundary))),
  )
}

/** Whether that number of the longest runs would probably leave this load uncertain. */
function isBeyondReach(
  capacity: Capacity,
  load: number,
  { boundary, runs }: Readonly<{ boundary: number; runs: number }>,
): boolean {
  return wantedLength(capacity, load, boundary) > runs * longestRun[capacity.search.over]
}

/** Additional length of runs at which this load would be certain, from the errors of the nearest runs. */
function wantedLength({ fit: { loads } }: Capacity, load: number, boundary: number): number {
  const distance = (one: FittedLoad) => Math.abs(Math.log(one.load / load))
  const nearest = loads.toSorted((one, other) => distance(one) - distance(other))[0]
  if (nearest === undefined) return 1
  const isSame = nearest.load === load
  const wanted = [...nearest.excesses].map(([bound, excess]) => {
    const error = nearest.ownErrors.get(bound) ?? 0
    const isKnown = isSame || typeof bound === 'string'
    const slope = isKnown ? 1 : steepness(loads, bound)
    const expected = slope * Math.abs(Math.log(load / boundary))
    return (wantedErrors * error) / Math.max(isKnown ? Math.abs(excess) : 0, expected)
  })
  const times = Math.max(1, ...wanted) ** 2 * nearest.length
  return times - (isSame ? nearest.length : 0)
}

/** Loads within this factor of each other on the two sides of a bound are too close to show how it is approached. */
const leastApart = 1.2

/**
 * Change of an excess per change of the load, both in logarithms, between the nearest loads on the two sides of the bound;
 * at least 1, because most metrics rise at least as fast as the load.
 */
function steepness(loads: readonly FittedLoad[], bound: Bound): number {
  const places = loads.flatMap((one) => {
    const excess = one.excesses.get(bound)
    return excess === undefined ? [] : { load: one.load, excess }
  })
  const above = places.find(({ excess }) => excess > 0)
  const below = places.findLast(
    ({ load, excess }) => excess <= 0 && above !== undefined && above.load / load >= leastApart,
  )
  if (above === undefined || below === undefined) return 1
  return Math.max(1, (above.excess - below.excess) / Math.log(above.load / below.load))
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
