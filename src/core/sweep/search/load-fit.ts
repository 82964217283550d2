// All runs of a search together: whether each load holds, how sure that is, and where the boundary lies. What is
// measured against a bound is taken to rise with the load; of a figure that load improves, from its best on. Formulas:
// docs/measuring.md.
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import {
  answering,
  findingsOf,
  isImproving,
  type Bound,
  type Finding,
  type SearchRigour,
} from './findings.ts'
import { sum } from '#core/stats/spread.ts'
import { isotonicFit } from './isotonic.ts'
import type { MeasuredTry } from './search-step.ts'
import { straightBoundary, type Place } from './straight-boundary.ts'

export type FittedLoad = Readonly<{
  load: number
  runs: number
  /** Of its runs together, in usual ones. */
  length: number
  /** No bound is broken, by the fit. */
  holds: boolean
  /** The opposite is out of the question. */
  isSure: boolean
  /** Of its runs, some held and some did not. */
  isDisputed: boolean
  /** A limit rather than what holds unasked, and of several the one broken by most; null where it holds. */
  broken: Bound | null
  /** The load is too light for this limit, whose figure improves with load; null where none is. */
  missed: Excess | null
  /** By bound: above 0 where it is broken. */
  excesses: ReadonlyMap<Bound, number>
  /** Standard errors of the excesses. */
  errors: ReadonlyMap<Bound, number>
}>

export type LoadFit = Readonly<{
  /** Ascending. */
  loads: readonly FittedLoad[]
  /** Where the fit meets the first bound; null where it meets none. */
  boundary: number | null
  /** Holds it, with 95 % confidence; null where it is not enclosed. */
  interval: Interval | null
}>

/** Beyond the bound or short of it by so much counts for no more, so that a cliff draws the boundary to neither side. */
const reach = 0.3

export function fitLoads(
  limits: readonly SweepLimit[],
  runs: readonly MeasuredTry[],
  rigour: SearchRigour = answering,
): LoadFit {
  const levels = levelsOf(limits, runs, rigour)
  const bounds = [...new Set(levels.flatMap(({ findings }) => findings.map(({ bound }) => bound)))]
  const curves = bounds.map((bound) => curveOf(bound, levels, isImproving(limits, bound)))
  const loads = withoutReturn(levels.map((level) => fitted(level, curves, rigour)))
  const first = curves
    .flatMap(({ places, means }) => boundaryOf(places, means) ?? [])
    .toSorted((one, other) => one.boundary - other.boundary)[0]
  const enclosed = enclosing(loads)
  return {
    loads,
    boundary: first?.boundary ?? null,
    interval:
      rigour.usesLine && first !== undefined ? narrower(enclosed, first.interval) : enclosed,
  }
}

/** Beyond a load that does not hold none does, even if its runs were too short to show what broke the other. */
function withoutReturn(loads: readonly FittedLoad[]): FittedLoad[] {
  const first = loads.find(({ holds }) => !holds)
  return loads.map((each) =>
    first === undefined || !each.holds || each.load < first.load
      ? each
      : { ...each, holds: false, isSure: false, broken: first.broken },
  )
}

type Boundary = Readonly<{ boundary: number; interval: Interval | null }>

/** On the line through the loads near it, as long as that lies in the same gap; else within the gap. */
function boundaryOf(places: readonly Place[], means: readonly Place[]): Boundary | null {
  const root = rootOf(places)
  if (root === null) return null
  const line = straightBoundary(means.filter(({ value }) => Math.abs(value) <= reach))
  const isIn = line !== null && line.boundary > root.low && line.boundary < root.high
  return isIn ? line : { boundary: root.boundary, interval: null }
}

/** From the highest load that surely holds to the lowest that surely does not. */
function enclosing(loads: readonly FittedLoad[]): Interval | null {
  const low = loads.findLast(({ holds, isSure }) => holds && isSure)
  const high = loads.find(({ holds, isSure }) => !holds && isSure)
  return low === undefined || high === undefined ? null : { low: low.load, high: high.load }
}

function narrower(one: Interval | null, other: Interval | null): Interval | null {
  if (one === null || other === null) return one ?? other
  return { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) }
}

/** The runs at one load. */
type Level = Readonly<{ load: number; runs: number; length: number; findings: readonly Finding[] }>

type Excess = Finding & Readonly<{ bound: number }>

type Curve = Readonly<{
  bound: Bound
  /** Loads too light for it. */
  missed: readonly Place[]
  /** As measured. */
  means: readonly Place[]
  /** On the nearest curve that rises. */
  places: readonly Place[]
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

function curveOf(bound: Bound, levels: readonly Level[], isImproving: boolean): Curve {
  const all = levels.flatMap(({ load, findings }) => {
    const own = findings.filter((finding) => finding.bound === bound)
    return own.length === 0 ? [] : [{ load, ...together(own) }]
  })
  const best = isImproving ? bestOf(all) : 0
  const means = all.slice(best)
  const missed = risingThrough(all.slice(0, best).reverse()).filter(({ value }) => value > 0)
  return { bound, missed, means, places: risingThrough(means) }
}

/** The position of the lowest, from which on the fit rises; of a bound that no load keeps yet, that after the last. */
function bestOf(means: readonly Place[]): number {
  const lowest = Math.min(...means.map(({ value }) => value))
  return lowest > 0 ? means.length : means.findIndex(({ value }) => value === lowest)
}

function risingThrough(means: readonly Place[]): Place[] {
  const fit = isotonicFit(means.map(({ value, error }) => ({ value, weight: 1 / error ** 2 })))
  return means.map(({ load }, index) => {
    const { value = 0, weight = 1 } = fit[index] ?? {}
    return { load, value, error: 1 / Math.sqrt(weight) }
  })
}

function missedAt(load: number, curves: readonly Curve[]): Excess | null {
  const [most] = curves
    .flatMap(({ bound, missed }) => {
      const place = missed.find((one) => one.load === load)
      if (place === undefined || typeof bound !== 'number') return []
      return [{ bound, excess: place.value, error: place.error }]
    })
    .toSorted((one, other) => other.excess - one.excess)
  return most ?? null
}

/** The mean of repeats by what each knows; as sure as they are of themselves, or less if they agree less than that. */
function together(findings: readonly Finding[]): Readonly<{ value: number; error: number }> {
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
  return {
    ...{ load, runs, length, holds, isSure, isDisputed, broken: broken?.bound ?? null },
    ...{ missed: missedAt(load, curves), excesses, errors },
  }
}

function isUnasked({ bound }: Readonly<{ bound: Bound }>): boolean {
  return typeof bound === 'string'
}

function disagree(bound: Bound, findings: readonly Finding[]): boolean {
  const own = findings.filter((finding) => finding.bound === bound)
  return own.some(({ excess }) => excess > 0) && own.some(({ excess }) => excess <= 0)
}

/** Between the last place below the bound and the first above it, as if straight by the logarithm of the load. */
function rootOf(places: readonly Place[]): (Interval & Readonly<{ boundary: number }>) | null {
  const above = places.findIndex(({ value }) => value > 0)
  const high = places[above]
  const low = places[above - 1]
  if (high === undefined || low === undefined) return null
  const [short, beyond] = [Math.min(-low.value, reach), Math.min(high.value, reach)]
  const boundary = low.load * (high.load / low.load) ** (short / (short + beyond))
  return { low: low.load, high: high.load, boundary }
}
