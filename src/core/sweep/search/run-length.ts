// Required length of a search's runs, from the errors of nearby runs and the steepness of the metric. Formulas:
// docs/measuring/searches.md.
import { sum } from '#core/base/spread.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { longestSeconds } from '../search-cost.ts'
import { searchedRequests } from '../sweep-points.ts'
import { usualShare, type CapacitySearch } from './boundary-sides.ts'
import type { Bound } from './findings.ts'
import type { FittedLoad, LoadFit } from './load-fit.ts'

type SearchState = Readonly<{ plan: SweepPlan; search: CapacitySearch; fit: LoadFit }>

/** Standard errors by which an excess must differ from 0; includes a margin because both are estimates. */
const wantedErrors = 3.5
/** Same for the distance of a load from the crossing of the line. */
const wantedLineErrors = 2.8
/** Errors of loads within this factor are averaged, because the error of a single run is a poor estimate. */
const nearFactor = 1.5
/** A run in a gap shows the boundary to within this share of the gap. */
const bisectingShare = 0.25
/** An excess over the maximum length below this share of it needs no further run. */
const negligibleRun = 0.25

const longestByConcurrency = 4

/** Maximum length of a run at this load, in usual runs; a tuning has runs of one length. */
function longestRun({ plan, search }: SearchState, load: number): number {
  if (plan.tune !== null) return 1
  if (search.over === 'maxConcurrency') return longestByConcurrency
  const usualS = searchedRequests(plan, { requestRate: load, maxConcurrency: null }) / load
  return Math.max(1, Math.floor(longestSeconds(plan, search) / usualS))
}

function possible(state: SearchState, load: number, length: number): number {
  return Math.min(longestRun(state, load), Math.max(1, Math.round(length)))
}

/** Length of the next run at this load, after which its runs would be certain, in usual runs. */
export function lengthAt(state: SearchState, load: number, boundary = load): number {
  return possible(state, load, wantedLength(state, load, boundary))
}

/** Length of a run at a load that is in a gap of this factor. */
export function bisectingLength(state: SearchState, load: number, gap: number): number {
  const { loads } = state.fit
  const wanted = boundsOf(loads)
    .filter((bound) => typeof bound === 'number')
    .map((bound) => errorPerLength(loads, load, bound) / steepness(loads, bound))
  return possible(state, load, (Math.max(0, ...wanted) / (bisectingShare * Math.log(gap))) ** 2)
}

/** Number of maximum-length runs at these loads after which each is certain by its own runs, or all by the line through them. */
export function runsToKnow(
  state: SearchState,
  loads: readonly number[],
  { boundary, precision }: Readonly<{ boundary: number; precision: number }>,
): number {
  const longest = longestRun(state, boundary)
  const own = loads.map((load) => {
    const wanted = wantedLength(state, load, boundary)
    return Math.max(1, Math.ceil(wanted / longest - negligibleRun))
  })
  return Math.min(sum(own), Math.max(loads.length, runsOfLine(state, precision, longest)))
}

/** Number of maximum-length runs after which the line separates loads within the precision of its crossing from the crossing. */
function runsOfLine({ fit: { line } }: SearchState, precision: number, longest: number): number {
  if (line === null) return Infinity
  const wanted = (usualShare * precision) / wantedLineErrors
  const more = Math.max(0, (line.error / wanted) ** 2 - 1) * line.length
  return Math.ceil(more / longest)
}

/** Additional length of runs at which this load would be certain. */
function wantedLength({ fit: { loads } }: SearchState, load: number, boundary: number): number {
  const same = loads.find((one) => one.load === load)
  const wanted = boundsOf(loads).map((bound) => {
    const excess = Math.abs(same?.excesses.get(bound) ?? 0)
    const slope = typeof bound === 'string' ? 1 : steepness(loads, bound)
    const expected = slope * Math.abs(Math.log(load / boundary))
    return (wantedErrors * errorPerLength(loads, load, bound)) / Math.max(excess, expected)
  })
  return Math.max(1, ...wanted) ** 2 - (same?.length ?? 0)
}

function boundsOf(loads: readonly FittedLoad[]): readonly Bound[] {
  return [...new Set(loads.flatMap(({ ownErrors }) => [...ownErrors.keys()]))]
}

/** Standard error of the excess of a run of the usual length, from the nearest load and other nearby loads. */
function errorPerLength(loads: readonly FittedLoad[], load: number, bound: Bound): number {
  const distance = (one: FittedLoad) => Math.abs(Math.log(one.load / load))
  const known = loads
    .filter(({ ownErrors }) => ownErrors.has(bound))
    .toSorted((one, other) => distance(one) - distance(other))
    .filter((one, at) => at === 0 || distance(one) <= Math.log(nearFactor))
  const squares = known.map(({ length, ownErrors }) => (length * (ownErrors.get(bound) ?? 0)) ** 2)
  return Math.sqrt(sum(squares) / sum(known.map(({ length }) => length)))
}

/** Loads within this factor of each other on the two sides of a bound are too close to show the slope. */
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
