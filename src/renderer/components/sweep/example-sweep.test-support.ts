// A sweep with some measured points, for tests.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { sweepPlanSchema, type Sweep, type SweepPlan } from '#core/model/sweep.ts'
import { sweepPoints } from '#core/sweep/sweep-points.ts'
import { exampleRun, exampleStats, exampleSummary } from '../run/example-run.test-support.ts'
import { sweepRows } from '#core/sweep/sweep-rows.ts'

export const examplePlan: SweepPlan = sweepPlanSchema.parse({
  name: 'rates',
  config: defaultBenchmarkConfig,
  requestRates: [1, 10, 100],
  maxConcurrencies: [null],
  secondsPerPoint: 10,
})

type Measured = Readonly<{ outputThroughput: number; e2elMs: number; durationS: number }>

function summaryOf(
  { outputThroughput, e2elMs, durationS }: Measured,
  requests: number,
): RunSummary {
  return exampleSummary({
    completed: requests,
    durationS,
    outputThroughput,
    metrics: { ...exampleSummary().metrics, e2el: exampleStats(e2elMs, e2elMs) },
  })
}

/** A sweep whose first points have the given measurements, in order; the rest is pending. */
export function sweepOf(measured: readonly Measured[], wanted: SweepPlan = examplePlan) {
  const points = sweepPoints(wanted).map((point) =>
    measured[point.index] === undefined
      ? point
      : { ...point, status: 'completed' as const, runId: `run-${point.index}` },
  )
  const sweep: Sweep = {
    id: 'sweep-1',
    plan: wanted,
    servers: [{ id: 'server-1', name: 'gpu-03' }],
    answers: [],
    status: 'running',
    points,
    createdAtEpochMs: 0,
  }
  const runs = measured.flatMap((one, index) => {
    const point = points[index]
    if (point === undefined) return []
    const { requestRate, maxConcurrency } = point
    const requests = requestRate === 'inf' ? 100 : requestRate * 10
    return exampleRun({
      id: `run-${index}`,
      config: { requestRate, maxConcurrency },
      summary: summaryOf(one, requests),
    })
  })
  return { sweep, rows: sweepRows(sweep, new Map(runs.map((run) => [run.id, run]))) }
}

export const light = { outputThroughput: 100, e2elMs: 1000, durationS: 11 }
export const busy = { outputThroughput: 900, e2elMs: 1500, durationS: 11.5 }
export const drowned = { outputThroughput: 1000, e2elMs: 40_000, durationS: 90 }
