// The story of a sweep: one point after the other, in order, never two at once. The first broken run ends it.
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'

/** How a point, and with it the sweep, may end. */
export type PointEnd = 'completed' | 'cancelled' | 'failed'

export type SweepTools = Readonly<{
  runPoint(point: SweepPoint, config: BenchmarkConfig, signal: AbortSignal): Promise<PointEnd>
  onPointEnd(point: SweepPoint, end: PointEnd): void
}>

/** Points after the one that did not complete are told as cancelled. */
export async function runSweep(
  plan: SweepPlan,
  points: readonly SweepPoint[],
  { runPoint, onPointEnd }: SweepTools,
  signal: AbortSignal,
): Promise<PointEnd> {
  let end: PointEnd = 'completed'
  for (const point of points) {
    if (signal.aborted && end === 'completed') end = 'cancelled'
    const goesOn = end === 'completed'
    if (goesOn) end = await runPoint(point, pointConfig(plan, point), signal)
    onPointEnd(point, goesOn ? end : 'cancelled')
  }
  return end
}
