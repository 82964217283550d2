// A sweep's points joined with what their runs measured.
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
  const joined = sweep.points.map((point) => ({
    point,
    run: point.runId === null ? null : (runs.get(point.runId) ?? null),
  }))
  const lightAnswerS = slowestLightAnswerS(joined.flatMap(({ run }) => run ?? []))
  return joined.map(({ point, run }) => ({
    point,
    run,
    requestThroughput: run && measuredThroughput(run, 'requestThroughput'),
    outputThroughput: run && measuredThroughput(run, 'outputThroughput'),
    saturated: run !== null && runIsSaturated(run, lightAnswerS),
  }))
}

/** The slowest answer of the run in which the slowest was fastest. */
function slowestLightAnswerS(runs: readonly Run[]): number {
  const slowest = runs.flatMap((run) => measuredStats(run, 'e2el')?.max ?? [])
  return Math.min(...slowest) / 1000
}

function runIsSaturated({ config, summary }: Run, lightAnswerS: number): boolean {
  if (summary === null || summary.completed === 0) return false
  const { requestRate, maxConcurrency } = config
  const load = {
    requestRate: requestRate === 'inf' ? null : requestRate,
    maxConcurrency,
    requests: summary.completed + summary.failed,
    durationS: summary.durationS,
  }
  return isSaturated(load, lightAnswerS)
}

/** Only a point that ran to its end without a failure is to be leant on. */
export function isSound({ point, run, saturated }: SweepRow): boolean {
  return point.status === 'completed' && !saturated && (run?.summary?.failed ?? 0) === 0
}

/**
 * The point of greatest power among those the server kept up with; null while there is none, and while it is the
 * last one, since more may then still be better.
 */
export function kneeOf(rows: readonly SweepRow[]): number | null {
  const ended = rows.filter(({ point }) => point.status === 'completed')
  const steady = ended.filter(({ saturated }) => !saturated)
  const knee = findKnee(
    steady.map(({ run, outputThroughput }) => ({
      throughput: outputThroughput ?? 0,
      latency: (run && measuredStats(run, 'e2el')?.mean) ?? 0,
    })),
  )
  const row = knee === null ? undefined : steady[knee]
  return row === undefined || row === ended.at(-1) ? null : row.point.index
}
