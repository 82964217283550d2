// The knee of each curve, repeated for each of its points, because spreadsheet tables have no other place for it.
import { inEnglish } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { cellKey } from './configurations.ts'
import { curveName, curvesOf, judgeCurve } from './judge-curve.ts'
import { finishedPoint, sweepRows } from './sweep-rows.ts'
import type { Knee } from '#core/model/sweep-search.ts'
import { kneeText } from './knee-text.ts'

export type PointKnee = Readonly<{
  /** Empty if the sweep has one curve. */
  curve: string
  knee: string
  /** Whether the load is the knee, or an end of the interval around it. */
  place: 'at' | 'low' | 'high' | null
}>

/** By point index; empty for curves of one load. */
export function kneesOfPoints(
  sweep: Pick<Sweep, 'plan' | 'servers' | 'points'>,
  runs: readonly Run[],
): ReadonlyMap<number, PointKnee> {
  const byId = new Map(runs.map((run) => [run.id, run]))
  const curves = curvesOf(sweep.plan, sweepRows(sweep, byId), ({ point }) => point)
  return new Map(
    curves.flatMap((rows) => {
      const cells = [...Map.groupBy(rows, ({ point }) => cellKey(point)).values()]
      if (cells.length < 2) return []
      const { knee } = judgeCurve(
        cells.map((cell) => cell.flatMap((row) => finishedPoint(row) ?? [])),
      )
      return cells.flatMap((cell, position) =>
        cell.map(({ point }): [number, PointKnee] => [
          point.index,
          {
            curve: inEnglish(curveName(point, sweep)),
            knee: inEnglish(kneeText(knee, sweep.plan.config)),
            place: placeOf(knee, position),
          },
        ]),
      )
    }),
  )
}

function placeOf(knee: Knee, position: number): PointKnee['place'] {
  if (knee.kind !== 'at' && knee.kind !== 'between') return null
  if (knee.kind === 'at' && knee.at.position === position) return 'at'
  if (knee.low.position === position) return 'low'
  return knee.high.position === position ? 'high' : null
}
