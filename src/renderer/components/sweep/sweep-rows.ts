// A sweep's points joined with what their runs measured.
import type { Run } from '#core/model/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import { judgeSweep, type FinishedPoint } from '#core/sweep/judge-sweep.ts'
import { measuredThroughput } from '../run/run-numbers.ts'

export type SweepRow = Readonly<{
  point: SweepPoint
  run: Run | null
  requestThroughput: number | null
  outputThroughput: number | null
  saturated: boolean
  isKnee: boolean
}>

export function sweepRows(sweep: Sweep, runs: ReadonlyMap<string, Run>): SweepRow[] {
  const joined = sweep.points.map((point) => ({
    point,
    run: point.runId === null ? null : (runs.get(point.runId) ?? null),
  }))
  const verdict = judgeSweep(joined.map(finished))
  return joined.map(({ point, run }, index) => ({
    point,
    run,
    requestThroughput: run && measuredThroughput(run, 'requestThroughput'),
    outputThroughput: run && measuredThroughput(run, 'outputThroughput'),
    saturated: verdict.saturated[index] ?? false,
    isKnee: verdict.knee === index,
  }))
}

type Joined = Readonly<{ point: SweepPoint; run: Run | null }>

function finished({ point, run }: Joined): FinishedPoint | null {
  if (point.status !== 'completed' || run === null || run.summary === null) return null
  return { config: run.config, summary: run.summary }
}

/** Only a point that ran to its end without a failure is to be leant on. */
export function isSound({ point, run, saturated }: SweepRow): boolean {
  return point.status === 'completed' && !saturated && (run?.summary?.failed ?? 0) === 0
}

/** Index of the knee's point, or null. */
export function kneeOf(rows: readonly SweepRow[]): number | null {
  return rows.find(({ isKnee }) => isKnee)?.point.index ?? null
}
