// Answer of a capacity search from the fit through its runs. There is none if an adjacent load has no usable runs.
import type { CapacityAnswer, SearchEnding, SweepSearch } from '#core/model/sweep-search.ts'
import { figureTraits, isLatency } from '#core/metrics/figures.ts'
import { figureInterval, latencyFigure } from '#core/judgement/known-figures.ts'
import { mergedFigure } from '#core/stats/certainty/merged-figure.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import { judgePoint } from '#core/judgement/judge-point.ts'
import { reasonTraits, type ReasonCode } from '#core/model/run/judgement.ts'
import {
  concludedRequests,
  genuineFailures,
  refusedRequests,
} from '#core/stats/genuine-failures.ts'
import { refusesLoad, tolerableLateness } from '#core/judgement/saturation.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import type { UnknownLimit } from '../limits.ts'
import { type Bound, tolerableFailedShare, usualErrors } from './findings.ts'
import { type MeasuredTry } from './search-step.ts'
import type { FittedLoad, LoadFit } from './load-fit.ts'

type CapacityInput = Readonly<{
  limits: readonly SweepLimit[]
  search: Pick<SweepSearch, 'over'>
  fit: LoadFit
  /** Runs in the fit. */
  believed: readonly MeasuredTry[]
  runs: number
  ending: SearchEnding
}>

export function capacityAnswer(found: CapacityInput): CapacityAnswer {
  const { limits, search, fit, runs, ending } = found
  const held = fit.loads.findLast(({ holds }) => holds)
  const surelyHeld = fit.loads.findLast(({ holds, isSure }) => holds && isSure)
  const broken = fit.loads.find(({ holds }) => !holds)
  const firstBroken = broken ? brokenLoad(broken, limits, found.believed) : null
  const unusable = unusableOf(held, found.believed) ?? unusableOf(broken, found.believed)
  if (unusable !== null) {
    const nothing = { highestHeld: null, estimate: null, interval: null }
    return { kind: 'capacity', ...nothing, firstBroken, unusable, runs, ending: 'not-usable' }
  }
  if (held !== undefined && held.missed !== null) {
    const { load, missed } = held
    const figure = figureOf(missed, figureAt(missed.bound, limits))
    return {
      ...{ kind: 'capacity', highestHeld: null, estimate: null, interval: null, runs },
      firstBroken: { load, limit: missed.bound, figure },
      ending: answeredEndings.includes(ending) ? 'not-together' : ending,
    }
  }
  return {
    kind: 'capacity',
    highestHeld: (surelyHeld ?? held)?.load ?? null,
    ...(limits.length > 0 && held && !surelyHeld && { isUnsure: true }),
    firstBroken,
    estimate: fit.boundary === null ? null : said(search, fit.boundary, 'down'),
    interval: fit.interval && {
      low: said(search, fit.interval.low, 'down'),
      high: said(search, fit.interval.high, 'up'),
    },
    runs,
    ending,
  }
}

/** Answer of a search whose runs lack the metric of a limit; further runs would lack it too. */
export function unknownAnswer(unknown: UnknownLimit, runs: number): CapacityAnswer {
  const nothing = { highestHeld: null, firstBroken: null, estimate: null, interval: null }
  return { kind: 'capacity', ...nothing, unknown, runs, ending: 'not-known' }
}

/** Endings with a known highest load within the other limits. */
const answeredEndings: readonly SearchEnding[] = [
  'precise',
  'limit-not-binding',
  'held-back',
  'noisy',
]

/** Failed requests show that the load broke the limits; they do not make its runs unusable. */
const findings: readonly ReasonCode[] = ['nothing-measured', 'errors']

function unusableOf(
  level: FittedLoad | undefined,
  believed: readonly MeasuredTry[],
): CapacityAnswer['unusable'] | null {
  if (level === undefined) return null
  const { load, holds: held } = level
  const judgement = judgePoint(believed.filter((run) => run.load === load))
  const reasons = (judgement?.reasons ?? [])
    .map(({ code }) => code)
    .filter(
      (code) => reasonTraits[code].grade === 'not-usable' && (held || !findings.includes(code)),
    )
  return reasons.length === 0 ? null : { load, reasons, held }
}

/** The broken bound and its value in the fit through all runs. */
function brokenLoad(
  { load, broken, excesses, errors }: FittedLoad,
  limits: readonly SweepLimit[],
  believed: readonly MeasuredTry[],
): NonNullable<CapacityAnswer['firstBroken']> {
  if (broken === null) return { load, limit: null }
  const runs = believed.filter((run) => run.load === load)
  const beyond = typeof broken === 'number' ? figureBeyond(limits[broken], runs) : null
  if (typeof broken === 'number' && beyond !== null)
    return {
      load,
      limit: broken,
      ...(beyond.interval && { figure: { ...beyond, interval: beyond.interval } }),
    }
  const isFull = (broken === 'answers' || broken === 'pace') && runs.every(isRefusing)
  const bound = isFull ? 'answers' : broken
  const [excess, error] = [excesses.get(bound) ?? 0, errors.get(bound) ?? 0]
  const figure = figureOf({ excess, error }, figureAt(bound, limits))
  return typeof bound === 'number'
    ? { load, limit: bound, figure }
    : { load, limit: null, unasked: isFull ? 'full' : bound, figure }
}

/** Whether requests got no response because the server refused them, not because they failed. */
function isRefusing({ summary }: MeasuredTry): boolean {
  const failed = (genuineFailures(summary) ?? 0) - refusedRequests(summary)
  return refusesLoad(summary) && failed <= tolerableFailedShare * concludedRequests(summary)
}

/** The latency that tables show for these runs, if it is beyond its limit: a fit through other loads may smooth it or cap it. */
function figureBeyond(
  limit: SweepLimit | undefined,
  runs: readonly MeasuredTry[],
): FigureEstimate | null {
  if (limit === undefined || !isLatency(limit.name)) return null
  const { name: metric, percentile, bound } = limit
  const figures = runs.flatMap(({ summary }) => {
    const figure = latencyFigure(summary, { metric, percentile })
    return figure === null ? [] : { ...figure, interval: figureInterval(summary, limit) }
  })
  const merged = mergedFigure(figures)
  if (merged === null || merged.value <= bound) return null
  return { value: merged.value, interval: merged.interval }
}

function figureOf(
  { excess, error }: Readonly<{ excess: number; error: number }>,
  at: (excess: number) => number,
) {
  const ends = [at(excess - usualErrors * error), at(excess + usualErrors * error)]
  return { value: at(excess), interval: { low: Math.min(...ends), high: Math.max(...ends) } }
}

/** Converts an excess back to the measured quantity. */
function figureAt(bound: Bound, limits: readonly SweepLimit[]): (excess: number) => number {
  if (bound === 'pace' || bound === 'in-flight')
    return (excess) => Math.max(0, tolerableLateness + excess)
  if (bound === 'answers') return (excess) => Math.max(0, tolerableFailedShare + excess)
  const limit = limits[bound]
  if (limit === undefined) return (excess) => Math.max(0, 1 - excess)
  const { family, lowerIsBetter } = figureTraits[limit.name]
  const side = lowerIsBetter ? 1 : -1
  return family === 'share'
    ? (excess) => Math.max(0, limit.bound + side * excess)
    : (excess) => limit.bound * Math.exp(side * excess)
}

/** Rounds to a load that can be set: whole requests in flight. */
function said({ over }: Pick<SweepSearch, 'over'>, load: number, rounding: 'down' | 'up'): number {
  if (over === 'requestRate') return Number(load.toPrecision(4))
  return rounding === 'down' ? Math.floor(load) : Math.ceil(load)
}
