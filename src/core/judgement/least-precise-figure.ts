// The mean or median TTFT, TPOT or E2EL that a run knows least exactly. Gaps (ITL) are left out: TPOT is their mean
// over a response, and their median says little where several tokens share an event.
import { answerLatencies } from '#core/metrics/latencies.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import type { Reason } from './judgement.ts'

export type LeastPreciseFigure = Readonly<{
  /** Half of its 95 % interval as a share of its value. */
  reachShare: number
  evidence: Reason['evidence']
}>

/** Null where no mean or median has an interval. */
export function leastPreciseFigure({
  certainty,
  metrics,
}: Pick<RunSummary, 'certainty' | 'metrics'>): LeastPreciseFigure | null {
  const known = (certainty?.figures ?? []).flatMap(({ metric, percentile, intervalMs }) => {
    const isAnswer = answerLatencies.some((name) => name === metric)
    if (!isAnswer || intervalMs === null || !(percentile === null || percentile === 50)) return []
    const value = figureOf(metrics[metric], percentile)
    if (value === null || value <= 0) return []
    const reachShare = (intervalMs.high - intervalMs.low) / 2 / value
    const statistic = percentile === null ? {} : { percentile }
    return { reachShare, evidence: { [`${metric}ReachShare`]: reachShare, ...statistic } }
  })
  return known.toSorted((a, b) => b.reachShare - a.reachShare)[0] ?? null
}
