// What the runs along one curve say about the server: where it stopped keeping up, and where its knee is. Formulas:
// docs/measuring.md.
import { isDependable } from '#core/judgement/judgement.ts'
import { judgePoint } from '#core/judgement/judge-point.ts'
import { taskOf } from '../model/backend-traits.ts'
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { RunSummary } from '../model/run-summary.ts'
import { findKnee } from './find-knee.ts'

/** A run of a point that went to its end. */
export type FinishedPoint = Readonly<{ config: BenchmarkConfig; summary: RunSummary }>

export type CurveVerdict = Readonly<{
  /** One per load. */
  saturated: readonly boolean[]
  /**
   * Position of the load of greatest power among those the server kept up with; null while there is none, and
   * while it is the last one, since more may then still be better.
   */
  knee: number | null
}>

/** The runs of each load, the loads in rising order; no run where there is nothing to judge yet. */
export function judgeCurve(loads: readonly (readonly FinishedPoint[])[]): CurveVerdict {
  const measured = loads.map((runs) => runs.filter(({ summary }) => summary.completed > 0))
  const judgements = loads.map(judgePoint)
  const knee = findKnee(
    measured.map((runs, index) => {
      const judgement = judgements[index] ?? null
      const isCandidate = judgement !== null && isDependable(judgement) && !runs.some(isBurst)
      return isCandidate ? power(runs) : { throughput: 0, latency: 0 }
    }),
  )
  return {
    saturated: judgements.map((judgement) => judgement?.isSaturated ?? false),
    knee: knee === measured.findLastIndex((runs) => runs.length > 0) ? null : knee,
  }
}

/** All requests at once, however many: its latencies depend on the length of the run. */
function isBurst({ config: { requestRate, maxConcurrency } }: FinishedPoint): boolean {
  return requestRate === 'inf' && maxConcurrency === null
}

function power(runs: readonly FinishedPoint[]): { throughput: number; latency: number } {
  return {
    throughput: mean(runs, ({ config, summary }) => summary[taskOf(config).throughputs[0]]),
    latency: mean(runs, ({ summary }) => summary.metrics.e2el.mean),
  }
}

function mean(runs: readonly FinishedPoint[], value: (run: FinishedPoint) => number): number {
  return runs.reduce((sum, run) => sum + value(run), 0) / Math.max(1, runs.length)
}
