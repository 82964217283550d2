// What the runs along one curve say about the server: where it stopped keeping up, and where its knee is. Formulas:
// docs/measuring.md.
import { taskOf } from '../model/backend-traits.ts'
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { RunSummary } from '../model/run-summary.ts'
import { findKnee } from './find-knee.ts'
import { isSaturated } from './is-saturated.ts'

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

/**
 * The runs of each load, the loads in rising order; no run where there is nothing to judge yet. A load is saturated
 * when most of its runs are.
 */
export function judgeCurve(loads: readonly (readonly FinishedPoint[])[]): CurveVerdict {
  const measured = loads.map((runs) => runs.filter(({ summary }) => summary.completed > 0))
  const lightAnswerS = slowestLightAnswerS(measured.flat())
  const saturated = measured.map((runs) =>
    mostAre(runs, (run) => runIsSaturated(run, lightAnswerS)),
  )
  const knee = findKnee(
    measured.map((runs, index) => (saturated[index] ? { throughput: 0, latency: 0 } : power(runs))),
  )
  return {
    saturated,
    knee: knee === measured.findLastIndex((runs) => runs.length > 0) ? null : knee,
  }
}

function mostAre<Item>(items: readonly Item[], is: (item: Item) => boolean): boolean {
  return items.filter(is).length * 2 > items.length
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

/** The slowest answer of the run in which the slowest was fastest. */
function slowestLightAnswerS(runs: readonly FinishedPoint[]): number {
  return Math.min(...runs.map(({ summary }) => summary.metrics.e2el.max ?? Infinity)) / 1000
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
