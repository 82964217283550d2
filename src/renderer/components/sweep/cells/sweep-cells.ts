// A sweep's points as cells, with their repeats combined, along curves: one per server, settings and concurrency limit, or one
// across the limits if the rate is constant.
import type { Knee } from '#core/model/sweep-search.ts'
import { countedRuns, judgePoint, type PointJudgement } from '#core/judgement/judge-point.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RequestRate, Sweep, SweepPlan } from '#core/model/sweep.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import {
  latencyFigure,
  throughputFigure,
  type LatencyStatistic,
} from '#core/judgement/known-figures.ts'
import { mergedFigure, type MergedEstimate } from '#core/stats/certainty/merged-figure.ts'
import { type Cell, cellKey, configurationName } from '#core/sweep/configurations.ts'
import { curvesOf, judgeCurve, risingLoad } from '#core/sweep/judge-curve.ts'
import { isKneeEnd, kneePosition, sustainedPosition } from '#core/sweep/knee.ts'
import { measuredThroughput } from '../../run/run-numbers.ts'
import { finishedPoint, type SweepRow } from '#core/sweep/sweep-rows.ts'
import { isDependable } from '#core/model/run/judgement.ts'
import type { Translate } from '../../../i18n/i18n.ts'

export type CellResult = Readonly<{
  key: string
  cell: Cell
  /** Repeats of the cell. */
  rows: readonly SweepRow[]
  saturated: boolean
  isKnee: boolean
  /** The knee lies between two of these. */
  isKneeEnd: boolean
  /** The load of greatest power that the server kept up with. */
  isUpToKnee: boolean
}>

export type CellCurve = Readonly<{
  /** The server and settings of the whole curve. */
  configuration: Pick<Cell, 'server' | 'settings'>
  /** The load that rises along the curve, and the constant one. */
  over: 'requestRate' | 'maxConcurrency'
  requestRate: RequestRate
  maxConcurrency: number | null
  cells: readonly CellResult[]
  knee: Knee
}>

/** Curves in the order of the sweep's servers and settings; cells along a curve by rising load. */
export function cellCurves({ plan }: Pick<Sweep, 'plan'>, rows: readonly SweepRow[]): CellCurve[] {
  const over = risingLoad(plan)
  return curvesOf(plan, rows, ({ point }) => point).map((curve) => curveOf(curve, over))
}

/** Value over all runs of a cell that have it; only complete runs if there are any. */
export function cellLatency(cell: CellResult, statistic: LatencyStatistic): MergedEstimate | null {
  return mergedFigure(
    cellRuns(cell).flatMap(({ summary }) => (summary && latencyFigure(summary, statistic)) ?? []),
  )
}

export function cellThroughput(cell: CellResult, name: ThroughputName): MergedEstimate | null {
  return mergedFigure(
    cellRuns(cell).flatMap((run) =>
      measuredThroughput(run, name) === null || run.summary === null
        ? []
        : (throughputFigure(run.summary, name) ?? []),
    ),
  )
}

/** Whether all of its runs are complete. Exported for tests. */
export function isComplete({ rows }: Pick<CellResult, 'rows'>): boolean {
  return rows.every(({ point }) => point.status === 'completed')
}

/** The runs behind its figures: complete ones if there are any. */
export function cellRuns(cell: Pick<CellResult, 'rows'>): readonly Run[] {
  return countedRuns(measuredRuns(cell))
}

export function measuredRuns({ rows }: Pick<CellResult, 'rows'>): readonly Run[] {
  const whole = rows.filter((row) => finishedPoint(row) !== null)
  return (whole.length > 0 ? whole : rows).flatMap(({ run }) => run ?? [])
}

/** Run that represents a cell in a comparison: its first, which shares its seed with the first runs of other cells. */
export function comparedRun(cell: Pick<CellResult, 'rows'>): Run | null {
  return cellRuns(cell).find(({ summary }) => summary !== null) ?? null
}

/** Curve of cells by rising load. */
function curveOf(byLoad: readonly SweepRow[], over: CellCurve['over']): CellCurve {
  const cells = [...Map.groupBy(byLoad, ({ point }) => cellKey(point)).values()]
  const { saturated, knee } = judgeCurve(
    cells.map((repeats) => repeats.flatMap((row) => finishedPoint(row) ?? [])),
  )
  const [first] = byLoad
  return {
    configuration: { server: first?.point.server ?? 0, settings: first?.point.settings ?? [] },
    over,
    requestRate: first?.point.requestRate ?? 'inf',
    maxConcurrency: first?.point.maxConcurrency ?? null,
    knee,
    cells: cells.flatMap((repeats, index) => {
      const [row] = repeats
      if (row === undefined) return []
      const { server, settings, requestRate, maxConcurrency } = row.point
      return {
        key: cellKey(row.point),
        cell: { server, settings, requestRate, maxConcurrency },
        rows: repeats,
        saturated: saturated[index] ?? false,
        isKnee: index === kneePosition(knee),
        isKneeEnd: isKneeEnd(knee, index),
        isUpToKnee: index === sustainedPosition(knee),
      }
    }),
  }
}

/** Null until one of its runs is judged. */
export function cellJudgement(cell: Pick<CellResult, 'rows'>): PointJudgement | null {
  return judgePoint(measuredRuns(cell))
}

/** All runs completed, and their figures describe the server under this load. */
export function isTrusted(cell: CellResult): boolean {
  const judgement = cellJudgement(cell)
  return isComplete(cell) && judgement !== null && isDependable(judgement)
}

/** Names that distinguish the cells of a sweep: load, server and settings. */
export function rateText(rate: RequestRate, t: Translate): string {
  return rate === 'inf'
    ? t('sweep.rateInf')
    : t('sweep.rate', { rate: Number(rate.toPrecision(4)) })
}

export function concurrencyText(maxConcurrency: number | null, t: Translate): string {
  return maxConcurrency === null
    ? t('sweep.noLimit')
    : t('sweep.limit', { concurrency: maxConcurrency })
}

/** Text of a load that a search varies. */
export function loadText(
  load: number,
  { search }: Pick<SweepPlan, 'search'>,
  t: Translate,
): string {
  return search?.over === 'maxConcurrency' ? concurrencyText(load, t) : rateText(load, t)
}

type LoadVariation = Readonly<{ requestRate: boolean; maxConcurrency: boolean }>

/** Loads in which its cells differ. */
function variedLoads({ plan, points }: Pick<Sweep, 'plan' | 'points'>): LoadVariation {
  if (plan.search !== null) {
    const { over } = plan.search
    return { requestRate: over === 'requestRate', maxConcurrency: over === 'maxConcurrency' }
  }
  return {
    requestRate: new Set(points.map((point) => point.requestRate)).size > 1,
    maxConcurrency: new Set(points.map((point) => point.maxConcurrency)).size > 1,
  }
}

/** Only the loads that differ between cells of the sweep. */
export function loadName(
  { requestRate, maxConcurrency }: Pick<Cell, 'requestRate' | 'maxConcurrency'>,
  sweep: Pick<Sweep, 'plan' | 'points'>,
  t: Translate,
): string {
  const varied = variedLoads(sweep)
  const rate = rateText(requestRate, t)
  const limit = concurrencyText(maxConcurrency, t)
  const isLimited = requestRate === 'inf' && maxConcurrency !== null
  if (!varied.maxConcurrency) return isLimited && !varied.requestRate ? limit : rate
  return varied.requestRate ? `${rate} · ${limit}` : limit
}

export function cellName(cell: Cell, sweep: Sweep, t: Translate): string {
  return [configurationName(cell, sweep), loadName(cell, sweep, t)].filter(Boolean).join(' · ')
}
