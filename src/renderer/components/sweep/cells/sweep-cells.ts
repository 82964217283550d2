// A sweep's points as cells, with their repeats together, along curves: one per server, settings and concurrency limit,
// or one over the limits where the rate is always the same.
import type { Run } from '#core/model/run/run.ts'
import type { RequestRate, Sweep, SweepPoint } from '#core/model/sweep/sweep.ts'
import type { ThroughputName } from '#core/model/benchmark/task-traits.ts'
import {
  latencyFigure,
  throughputFigure,
  type LatencyStatistic,
} from '#core/stats/certainty/known-figures.ts'
import { mergedFigure, type MergedFigure } from '#core/stats/certainty/merged-figure.ts'
import { armKey, cellKey, type Cell } from '#core/sweep/cells.ts'
import { grouped } from '#core/sweep/grouped.ts'
import { judgeCurve } from '#core/sweep/judge-curve.ts'
import { isKneeEnd, kneePosition, sustainedPosition, type Knee } from '#core/sweep/knee/knee.ts'
import { measuredThroughput, rateNumber } from '../../run/run-numbers.ts'
import { finishedPoint, type SweepRow } from '../sweep-rows.ts'

export type SweepCell = Readonly<{
  key: string
  cell: Cell
  /** Its repeats. */
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
  arm: Pick<Cell, 'server' | 'settings'>
  /** What grows along it, and what stays as it is. */
  over: 'requestRate' | 'maxConcurrency'
  requestRate: RequestRate
  maxConcurrency: number | null
  cells: readonly SweepCell[]
  knee: Knee
}>

/** In the order of the sweep's servers and settings; cells along a curve by rising load. */
export function cellCurves(sweep: Pick<Sweep, 'plan'>, rows: readonly SweepRow[]): CellCurve[] {
  return [...grouped(rows, ({ point }) => armKey(point)).values()].flatMap((arm) => {
    const over = variedLoad(sweep, arm)
    const kept = over === 'requestRate' ? 'maxConcurrency' : 'requestRate'
    return [...grouped(arm, ({ point }) => String(point[kept])).values()].map((curve) =>
      curveOf(curve, over),
    )
  })
}

/** All runs of a cell that have the figure, those that went to their end where there are such. */
export function cellLatency(cell: SweepCell, statistic: LatencyStatistic): MergedFigure | null {
  return mergedFigure(
    countedRuns(cell).flatMap(
      ({ summary }) => (summary && latencyFigure(summary, statistic)) ?? [],
    ),
  )
}

export function cellThroughput(cell: SweepCell, name: ThroughputName): MergedFigure | null {
  return mergedFigure(
    countedRuns(cell).flatMap((run) =>
      measuredThroughput(run, name) === null || run.summary === null
        ? []
        : (throughputFigure(run.summary, name) ?? []),
    ),
  )
}

/** Whether all of its runs went to their end. */
export function isComplete({ rows }: Pick<SweepCell, 'rows'>): boolean {
  return rows.every(({ point }) => point.status === 'completed')
}

export function countedRuns({ rows }: Pick<SweepCell, 'rows'>) {
  const whole = rows.filter((row) => finishedPoint(row) !== null)
  return (whole.length > 0 ? whole : rows).flatMap(({ run }) => run ?? [])
}

/** What stands for a cell in a comparison: its first run, which the first runs of other cells shared their seed with. */
export function comparedRun(cell: Pick<SweepCell, 'rows'>): Run | null {
  return countedRuns(cell).find(({ summary }) => summary !== null) ?? null
}

/** A search turns one load and leaves the other; of listed loads, the rate leads where it changes at all. */
function variedLoad({ plan }: Pick<Sweep, 'plan'>, rows: readonly SweepRow[]): CellCurve['over'] {
  if (plan.search !== null) return plan.search.over
  const rates = new Set(rows.map(({ point }) => point.requestRate))
  const limits = new Set(rows.map(({ point }) => point.maxConcurrency))
  return rates.size === 1 && limits.size > 1 ? 'maxConcurrency' : 'requestRate'
}

function curveOf(rows: readonly SweepRow[], over: CellCurve['over']): CellCurve {
  const byLoad = [...rows].sort((a, b) => loadOf(a.point, over) - loadOf(b.point, over))
  const cells = [...grouped(byLoad, ({ point }) => cellKey(point)).values()]
  const { saturated, knee } = judgeCurve(
    cells.map((repeats) => repeats.flatMap((row) => finishedPoint(row) ?? [])),
  )
  const [first] = byLoad
  return {
    arm: { server: first?.point.server ?? 0, settings: first?.point.settings ?? [] },
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

function loadOf(point: SweepPoint, over: CellCurve['over']): number {
  return over === 'requestRate' ? rateNumber(point.requestRate) : (point.maxConcurrency ?? Infinity)
}
