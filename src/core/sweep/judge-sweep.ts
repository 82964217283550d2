// What a sweep's runs say about the server: where it stopped keeping up, and where its knee is. Formulas:
// docs/measuring.md.
import { taskOf } from '../model/backend-traits.ts'
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { RunSummary } from '../model/run-summary.ts'
import { findKnee } from './find-knee.ts'
import { isSaturated } from './is-saturated.ts'

/** A run of a point that went to its end. */
export type FinishedPoint = Readonly<{ config: BenchmarkConfig; summary: RunSummary }>

export type SweepVerdict = Readonly<{
  /** One per point. */
  saturated: readonly boolean[]
  /**
   * Position of the point of greatest power among those the server kept up with; null while there is none, and
   * while it is the last one, since more may then still be better.
   */
  knee: number | null
}>

/** `points` in the order they ran; null where there is nothing to judge yet. */
export function judgeSweep(points: readonly (FinishedPoint | null)[]): SweepVerdict {
  const measured = points.map((point) => (measuredSomething(point) ? point : null))
  const lightAnswerS = slowestLightAnswerS(measured.flatMap((point) => point ?? []))
  const saturated = measured.map((point) => point !== null && runIsSaturated(point, lightAnswerS))
  const knee = findKnee(
    measured.map((point, index) => (point === null || saturated[index] ? nothing : power(point))),
  )
  return {
    saturated,
    knee: knee === measured.findLastIndex((point) => point !== null) ? null : knee,
  }
}

const nothing = { throughput: 0, latency: 0 }

function measuredSomething(point: FinishedPoint | null): boolean {
  return point !== null && point.summary.completed > 0
}

function power({ config, summary }: FinishedPoint): { throughput: number; latency: number } {
  return { throughput: summary[taskOf(config).throughputs[0]], latency: summary.metrics.e2el.mean }
}

/** The slowest answer of the run in which the slowest was fastest. */
function slowestLightAnswerS(points: readonly FinishedPoint[]): number {
  return Math.min(...points.map(({ summary }) => summary.metrics.e2el.max ?? Infinity)) / 1000
}

function runIsSaturated({ config, summary }: FinishedPoint, lightAnswerS: number): boolean {
  const { requestRate, maxConcurrency } = config
  const load = {
    requestRate: requestRate === 'inf' ? null : requestRate,
    maxConcurrency,
    requests: summary.completed + (summary.failed ?? 0),
    durationS: summary.durationS,
  }
  return isSaturated(load, lightAnswerS)
}
