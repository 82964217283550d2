// Certainty of each latency of a run, as rows of a table; and checks that the run matched its plan.
import type { LatencyCertainty, Certainty } from '#core/model/run/certainty.ts'
import type { Run } from '#core/model/run/run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { growsWithRun, latencyInterval, valuesNeeded } from '#core/judgement/known-figures.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { latencyUnit, type LatencyUnit } from '#core/metrics/latency-unit.ts'
import type { TextKey } from '../../i18n/i18n.ts'
import { count, latency, share, speed, type RunMetric } from './run-figures.ts'

export type CertaintyRow = Readonly<{
  name: TextKey
  /** `p99`; null for the mean. */
  percentile: string | null
  unit: LatencyUnit
  measuredMs: number
  /** Its ends; null if it is unknown. */
  intervalMs: readonly [low: number, high: number] | null
  /** Half the interval, relative to the value. */
  spread: number | null
  /** Number of values needed; null if there are enough, or if the latency grows for as long as the run lasts. */
  needed: number | null
}>

/** Includes only measured latencies. */
export function certaintyRows({ summary }: Pick<Run, 'summary'>): readonly CertaintyRow[] {
  if (!summary?.certainty) return []
  return summary.certainty.figures.flatMap((figure) => rowOf(figure, summary) ?? [])
}

function rowOf(figure: LatencyCertainty, summary: RunSummary): CertaintyRow | null {
  const { metrics } = summary
  const { metric, percentile } = figure
  const measuredMs = figureOf(metrics[metric], percentile)
  if (measuredMs === null) return null
  const intervalMs = latencyInterval(summary, figure)
  return {
    name: `charts.metric.${metric}`,
    percentile: percentile === null ? null : `p${percentile}`,
    unit: latencyUnit([metrics[metric]?.median ?? null], metric),
    measuredMs,
    intervalMs: intervalMs && [intervalMs.low, intervalMs.high],
    spread:
      intervalMs && measuredMs > 0 ? (intervalMs.high - intervalMs.low) / 2 / measuredMs : null,
    needed: growsWithRun(summary, figure) ? null : valuesNeeded(figure, summary),
  }
}

export function certaintyFigures({ rate, littlesLawRatio, stalls }: Certainty): RunMetric[] {
  return [
    ...(rate === null
      ? []
      : [
          speed('run.certainty.asked', rate.asked, 'req/s'),
          speed('run.certainty.sent', rate.sent, 'req/s'),
          speed('run.certainty.answered', rate.answered, 'req/s'),
        ]),
    ...(littlesLawRatio === null ? [] : [share('run.certainty.littlesLaw', littlesLawRatio)]),
    latency('run.certainty.worstGap', stalls.worstS * 1000),
    count('run.certainty.stalls', stalls.gaps),
  ]
}
