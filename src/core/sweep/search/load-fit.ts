// Fit through all runs of a search: whether each load meets the limits, how certainly, and the boundary. Assumes that metrics
// rise with the load; a metric that load improves, from its best load on. Formulas: docs/measuring/searches.md.
import type { SweepLimit } from '#core/model/sweep.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import {
  answering,
  type Bound,
  type BoundFinding,
  findingsOf,
  isImproving,
  type SearchRigour,
} from './findings.ts'
import type { MeasuredTry } from './search-step.ts'
import { sum } from '#core/base/spread.ts'
import {
  boundaryLine,
  straightBoundary,
  type BoundaryLine,
  type Place,
} from './straight-boundary.ts'

export type FittedLoad = Readonly<{
  load: number
  runs: number
  /** Total length of its runs, in usual runs. */
  length: number
  /** No bound is broken according to the fit. */
  holds: boolean
  /** The opposite is ruled out. */
  isSure: boolean
  /** Its runs disagree: some met the limits and some did not. */
  isDisputed: boolean
  /** Limit exceeded most, before implicit requirements; null if all are met. */
  broken: Bound | null
  /** Limit for which the load is too low, because its metric improves with load; null if there is none. */
  missed: LimitFinding | null
  /** By bound; positive if broken. */
  excesses: ReadonlyMap<Bound, number>
  /** Standard errors of the excesses. */
  errors: ReadonlyMap<Bound, number>
  /** Standard errors from the runs of this load alone. */
  ownErrors: ReadonlyMap<Bound, number>
}>

export type LoadFit = Readonly<{
  /** Ascending. */
  loads: readonly FittedLoad[]
  /** Load at which the fit meets the first bound; null if it meets none. */
  boundary: number | null
  /** Line through the loads near the crossing; null if they do not determine one. */
  line: BoundaryLine | null
  /** Contains the boundary with 95 % confidence; null if it is not bracketed. */
  interval: Interval | null
}>

/** Caps the distance from the bound, so that a cliff does not shift the boundary to either side. */
const reach = 0.3

export function fitLoads(
  limits: readonly SweepLimit[],
  runs: readonly MeasuredTry[],
  rigour: SearchRigour = answering,
): LoadFit {
  const levels = levelsOf(limits, runs, rigour)
  const bounds = [...new Set(levels.flatMap(({ findings }) => findings.map(({ bound }) => bound)))]
  const curves = bounds.map((bound) => curveOf({ bound, limits, levels, rigour }))
  const loads = withoutReturn(levels.map((level) => fitted(level, curves, rigour)))
  const first = curves
    .flatMap(({ places, means, line }) =>
      line === null
        ? (boundaryOf(places, means) ?? [])
        : { boundary: Math.exp(line.crossing), interval: null, line },
    )
    .toSorted((one, other) => one.boundary - other.boundary)[0]
  const enclosed = enclosing(loads)
  return {
    loads,
    boundary: first?.boundary ?? null,
    line: first?.line ?? null,
    interval:
      rigour.usesLine && first !== undefined ? narrower(enclosed, first.interval) : enclosed,
  }
}

/** If a load breaks the limits, every higher load does too, even if its runs were too short to show it. */
function withoutReturn(loads: readonly FittedLoad[]): FittedLoad[] {
  const first = loads.find(({ holds }) => !holds)
  return loads.map((each) =>
    first === undefined || !each.holds || each.load < first.load
      ? each
      : { ...each, holds: false, isSure: false, broken: first.broken },
  )
}

type Boundary = Readonly<{ boundary: number; interval: Interval | null; line?: BoundaryLine }>

/** Uses the line through the nearby loads if it crosses the bound in the same gap; else interpolates in the gap. */
function boundaryOf(places: readonly Place[], means: readonly Place[]): Boundary | null {
  const root = rootOf(places)
  if (root === null) return null
  const line = straightBoundary(means.filter(({ value }) => Math.abs(value) <= reach))
  const isIn = line !== null && line.boundary > root.low && line.boundary < root.high
  return isIn ? line : { boundary: root.boundary, interval: null }
}

/** From the highest load that certainly meets the limits to the lowest that certainly does not. */
function enclosing(loads: readonly FittedLoad[]): Interval | null {
  const low = loads.findLast(({ holds, isSure }) => holds && isSure)
  const high = loads.find(({ holds, isSure }) => !holds && isSure)
  return low === undefined || high === undefined ? null : { low: low.load, high: high.load }
}

function narrower(one: Interval | null, other: Interval | null): Interval | null {
  if (one === null || other === null) return one ?? other
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) }
}

/** Runs at one load. */
type Level = Readonly<{
  load: number
  runs: number
  length: number
  findings: readonly BoundFinding[]
}>

/** Finding about a limit of the plan. */
type LimitFinding = BoundFinding & Readonly<{ bound: number }>

type Curve = Readonly<{
  bound: Bound
  /** Loads too low for the bound. */
  missed: readonly Place[]
  /** Measured means. */
  means: readonly Place[]
  /** Isotonic fit. */
  places: readonly Place[]
  line: BoundaryLine | null
}>

function levelsOf(
  limits: readonly SweepLimit[],
  runs: readonly MeasuredTry[],
  rigour: SearchRigour,
): Level[] {
  const loads = [...new Set(runs.map(({ load }) => load))].sort((a, b) => a - b)
  return loads.map((load) => {
    const here = runs.filter((run) => run.load === load)
    const length = sum(here.map((run) => run.length ?? 1))
    return {
      load,
      runs: here.length,
      length,
      findings: here.flatMap((run) => findingsOf(limits, run, rigour)),
    }
  })
}

function curveOf({
  bound,
  limits,
  levels,
  rigour,
}: Readonly<{
  bound: Bound
  limits: readonly SweepLimit[]
  levels: readonly Level[]
  rigour: SearchRigour
}>): Curve {
  const all = levels.flatMap(({ load, length, findings }) => {
    const own = findings.filter((finding) => finding.bound === bound)
    return own.length === 0 ? [] : [{ load, length, ...together(own) }]
  })
  const best = isImproving(limits, bound) ? bestOf(all) : 0
  const means = all.slice(best)
  const missed = risingThrough(all.slice(0, best).reverse()).filter(({ value }) => value > 0)
  const line = rigour.lineErrors === null ? null : boundaryLine(means)
  const places = risingThrough(means).map((place) => surerByLine(place, line, rigour))
  return { bound, missed, means, places, line }
}

/** The certainty of a load is the larger of two: from its distance to the crossing, if on its side, and from its own runs. */
function surerByLine(
  place: Place,
  line: BoundaryLine | null,
  { sureErrors, lineErrors }: SearchRigour,
): Place {
  if (line === null || lineErrors === null) return place
  const away = (Math.log(place.load) - line.crossing) / line.error
  if (away * place.value <= 0) return place
  const error = (Math.abs(place.value / away) * lineErrors) / sureErrors
  return { ...place, error: Math.min(place.error, error) }
}

/** Index of the best load, after which the fit rises; past the end if no load meets the bound yet. */
function bestOf(means: readonly Place[]): number {
  const lowest = Math.min(...means.map(({ value }) => value))
  return lowest > 0 ? means.length : means.findIndex(({ value }) => value === lowest)
}

function risingThrough(means: readonly Place[]): Place[] {
  const fit = isotonicFit(means.map(({ value, error }) => ({ value, weight: 1 / error ** 2 })))
  const above = mostErrors(means)
  const below = mostErrors(means.map((mean) => ({ ...mean, value: -mean.value })).reverse())
  return means.map((mean, index) => {
    const { error } = mean
    const value = fit[index]?.value ?? 0
    const errors = (value > 0 ? above[index] : below[means.length - 1 - index]) ?? 0
    return { ...mean, value, error: errors > 0 ? Math.abs(value) / errors : error }
  })
}

/**
 * Standard errors by which a rising curve through these means is certainly above 0 at each of them. Uses only lower loads: beyond
 * a load that certainly breaks a bound, a lower one may still meet it.
 */
function mostErrors(means: readonly Place[]): number[] {
  let most = 0
  return means.map((_, end) => {
    let [weight, total] = [0, 0]
    for (const { value, error } of means.slice(0, end + 1).reverse()) {
      weight += 1 / error ** 2
      total += value / error ** 2
      most = Math.max(most, total / Math.sqrt(weight))
    }
    return most
  })
}

function missedAt(load: number, curves: readonly Curve[]): LimitFinding | null {
  const [most] = curves
    .flatMap(({ bound, missed }) => {
      const place = missed.find((one) => one.load === load)
      if (place === undefined || typeof bound !== 'number') return []
      return [{ bound, excess: place.value, error: place.error }]
    })
    .toSorted((one, other) => other.excess - one.excess)
  return most ?? null
}

/** Weighted mean of repeats; its error grows if they disagree more than their own errors allow. */
function together(findings: readonly BoundFinding[]): Readonly<{ value: number; error: number }> {
  const weights = findings.map(({ error }) => 1 / error ** 2)
  const weight = sum(weights)
  const value = sum(findings.map(({ excess }, at) => excess * (weights[at] ?? 0))) / weight
  const misfit = sum(findings.map(({ excess }, at) => (excess - value) ** 2 * (weights[at] ?? 0)))
  const growth = findings.length < 2 ? 1 : Math.max(1, misfit / (findings.length - 1))
  return { value, error: Math.sqrt(growth / weight) }
}

function fitted(
  { load, runs, length, findings }: Level,
  curves: readonly Curve[],
  { sureErrors }: SearchRigour,
): FittedLoad {
  const here = curves.flatMap(({ bound, places }) =>
    places.flatMap((place) => (place.load === load ? { bound, ...place } : [])),
  )
  const broken = here
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => Number(isUnasked(a)) - Number(isUnasked(b)) || b.value - a.value)[0]
  const holds = broken === undefined
  const asked = here.filter((each) => !isUnasked(each))
  const isSure = holds
    ? (asked.length > 0 ? asked : here).every(({ value, error }) => value + sureErrors * error < 0)
    : here.some(({ value, error }) => value - sureErrors * error > 0)
  const isDisputed = here.some(({ bound }) => disagree(bound, findings))
  const excesses = new Map(here.map(({ bound, value }) => [bound, value]))
  const errors = new Map(here.map(({ bound, error }) => [bound, error]))
  const ownErrors = new Map(
    curves.flatMap(({ bound, means }) =>
      means.flatMap((mean) => (mean.load === load ? [[bound, mean.error] as const] : [])),
    ),
  )
  return {
    ...{ load, runs, length, holds, isSure, isDisputed, broken: broken?.bound ?? null },
    ...{ missed: missedAt(load, curves), excesses, errors, ownErrors },
  }
}

function isUnasked({ bound }: Readonly<{ bound: Bound }>): boolean {
  return typeof bound === 'string'
}

function disagree(bound: Bound, findings: readonly BoundFinding[]): boolean {
  const own = findings.filter((finding) => finding.bound === bound)
  return own.some(({ excess }) => excess > 0) && own.some(({ excess }) => excess <= 0)
}

/** Interpolates between the last load below the bound and the first above it, linearly in the logarithm of the load. */
function rootOf(places: readonly Place[]): (Interval & Readonly<{ boundary: number }>) | null {
  const above = places.findIndex(({ value }) => value > 0)
  const high = places[above]
  const low = places[above - 1]
  if (high === undefined || low === undefined) return null
  const [short, beyond] = [Math.min(-low.value, reach), Math.min(high.value, reach)]
  const boundary = low.load * (high.load / low.load) ** (short / (short + beyond))
  return { low: low.load, high: high.load, boundary }
}

type WeightedValue = Readonly<{ value: number; weight: number }>

/** One per value, each with the weight of its whole pool. Exported for tests. */
export function isotonicFit(values: readonly WeightedValue[]): WeightedValue[] {
  const blocks: { value: number; weight: number; size: number }[] = []
  for (const { value, weight } of values) {
    let block = { value, weight, size: 1 }
    for (let last = blocks.at(-1); last && last.value >= block.value; last = blocks.at(-1)) {
      blocks.pop()
      block = pooled(last, block)
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ value, weight, size }) =>
    Array.from({ length: size }, () => ({ value, weight })),
  )
}

type Block = WeightedValue & Readonly<{ size: number }>

function pooled(one: Block, other: Block): Block {
  const weight = one.weight + other.weight
  return {
    value: (one.value * one.weight + other.value * other.weight) / weight,
    weight,
    size: one.size + other.size,
  }
}
