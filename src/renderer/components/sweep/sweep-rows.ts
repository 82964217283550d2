// A sweep's points joined with what their runs measured.
import type { MetricName } from '#core/model/benchmark-config.ts'
import type { Run } from '#core/model/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import { findKnee } from '#core/sweep/find-knee.ts'
import { isSaturated } from '#core/sweep/is-saturated.ts'
import { measuredStats, measuredThroughput } from '../run/run-numbers.ts'

export type SweepRow = Readonly<{
  point: SweepPoint
  run: Run | null
  requestThroughput: number | null
  outputThroughput: number | null
  saturated: boolean
}>

export function sweepRows(sweep: Sweep, runs: ReadonlyMap<string, Run>): SweepRow[] {
  const joined = sweep.points.map((point) => {
    const run = point.runId === null ? null : (runs.get(point.runId) ?? null)
    return { point, run, lightE2elS: meanS(run, 'e2el') }
  })
  const lightE2elS = Math.min(...joined.flatMap((row) => row.lightE2elS ?? []))
  return joined.map(({ point, run }) => ({
    point,
    run,
    requestThroughput: run && measuredThroughput(run, 'requestThroughput'),
    outputThroughput: run && measuredThroughput(run, 'outputThroughput'),
    saturated: run !== null && runIsSaturated(run, lightE2elS),
  }))
}

function meanS(run: Run | null, metric: MetricName): number | null {
  const stats = run && measuredStats(run, metric)
  return stats === null ? null : stats.mean / 1000
}

function runIsSaturated({ config, summary }: Run, lightE2elS: number): boolean {
  if (summary === null || summary.completed === 0) return false
  const { requestRate, maxConcurrency } = config
  const load = {
    requestRate: requestRate === 'inf' ? null : requestRate,
    maxConcurrency,
    requests: summary.completed + summary.failed,
    durationS: summary.durationS,
  }
  return isSaturated(load, lightE2elS)
}

/** Only a point that ran to its end without a failure is to be leant on. */
export function isSound({ point, run, saturated }: SweepRow): boolean {
  return point.status === 'completed' && !saturated && (run?.summary?.failed ?? 0) === 0
}

/** The point of greatest power; null while there is none or when the last is still the best. */
export function kneeOf(rows: readonly SweepRow[]): number | null {
  const measured = rows.filter(({ point, run }) => point.status === 'completed' && run !== null)
  const knee = findKnee(
    measured.map(({ run, outputThroughput }) => ({
      throughput: outputThroughput ?? 0,
      latency: meanS(run, 'e2el') ?? 0,
    })),
  )
  if (knee === null || knee === measured.length - 1) return null
  return measured[knee]?.point.index ?? null
}
