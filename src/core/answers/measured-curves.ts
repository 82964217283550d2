// The curves of a sweep with the runs that were measured along them.
import type { Knee } from '../model/knee.ts'
import type { Run } from '../model/run/run.ts'
import type { Sweep, SweepPoint } from '../model/sweep/sweep.ts'
import { cellKey } from '../sweep/cells.ts'
import { curveName, curvesOf } from '../sweep/curves.ts'
import { grouped } from '../sweep/grouped.ts'
import { judgeCurve, type FinishedPoint } from '../sweep/judge-curve.ts'
import { finishedPoint, sweepRows } from '../sweep/sweep-rows.ts'

export type MeasuredCell = Readonly<{ point: SweepPoint; runs: readonly FinishedPoint[] }>

export type MeasuredCurve = Readonly<{
  /** Empty where the sweep has one curve. */
  name: string
  /** By rising load; of some, nothing is measured yet. */
  cells: readonly MeasuredCell[]
  /** Positions are those of the cells. */
  knee: Knee
}>

export type AnsweredSweep = Pick<Sweep, 'plan' | 'servers' | 'points' | 'answers' | 'status'>

export function measuredCurves(
  sweep: Pick<Sweep, 'plan' | 'servers' | 'points'>,
  runs: Iterable<Run>,
): MeasuredCurve[] {
  const byId = new Map([...runs].map((run) => [run.id, run]))
  return curvesOf(sweep.plan, sweepRows(sweep, byId), ({ point }) => point).flatMap((rows) => {
    const [lightest] = rows
    if (lightest === undefined) return []
    const cells = [...grouped(rows, ({ point }) => cellKey(point)).values()].flatMap((repeats) =>
      repeats.slice(0, 1).map(({ point }) => ({
        point,
        runs: repeats.flatMap((row) => finishedPoint(row) ?? []),
      })),
    )
    const { knee } = judgeCurve(cells.map((cell) => cell.runs))
    return [{ name: curveName(lightest.point, sweep), cells, knee }]
  })
}
