// A sweep's points as cells, with their repeats together, along curves: one per server, settings and concurrency limit, or one
// over the limits if the rate is constant.
import type { Knee } from '#core/model/knee.ts'
import { countedRuns } from '#core/judgement/judge-point.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RequestRate, Sweep } from '#core/model/sweep.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import {
  latencyFigure,
  throughputFigure,
  type LatencyStatistic,
} from '#core/judgement/known-figures.ts'
import { mergedFigure, type MergedEstimate } from '#core/stats/certainty/merged-figure.ts'
import { cellKey, type Cell } from '#core/sweep/cells.ts'
import { curvesOf, judgeCurve, risingLoad } from '#core/sweep/judge-curve.ts'
import { grouped } from '#core/sweep/grouped.ts'
import { isKneeEnd, kneePosition, sustainedPosition } from '#core/sweep/knee.ts'
import { measuredThroughput } from '../../run/run-numbers.ts'
import { finishedPoint, type SweepRow } from '#core/sweep/sweep-rows.ts'

export type CellResult = Readonly<{
  key: string
  cell: Cell
  /** Repeats of the cell. */
  rows: readonly SweepRow[]
  saturated: boolean
  isKnee: boolean
  /** The knee is between two of these. */
  isKneeEnd: boolean
  /** The load of greatest power that the server kept up with. */
  isUpToKnee: boolean
}>

export type CellCurve = Readonly<{
  /** All of it has one server and one choice of settings. */
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

/** Figure over all runs of a cell that have it, complete runs only if there are any. */
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

/** Whether all of its runs are complete. */
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
  const cells = [...grouped(byLoad, ({ point }) => cellKey(point)).values()]
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
