// Points of a sweep with the measurements of their runs.
import type { Run } from '../model/run/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import type { FinishedPoint } from './judge-curve.ts'

export type SweepRow = Readonly<{ point: SweepPoint; run: Run | null }>

export function sweepRows(
  sweep: Pick<Sweep, 'points'>,
  runs: ReadonlyMap<string, Run>,
): SweepRow[] {
  return sweep.points.map((point) => ({
    point,
    run: point.runId === null ? null : (runs.get(point.runId) ?? null),
  }))
}

/** Omits points that did not complete. */
export function finishedPoint({ point, run }: SweepRow): FinishedPoint | null {
  if (point.status !== 'completed' || run === null || run.summary === null) return null
  const { config, summary, imported, launch } = run
  return { config, summary, imported, launch }
}
