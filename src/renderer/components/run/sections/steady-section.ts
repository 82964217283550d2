// The steady state of a run: its time span, and the figures in it.
import { latencyLabels } from '#core/metrics/latencies.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import { formatDuration } from '../../../i18n/times.ts'
import { latency, scalar, type RunMetric } from '../run-figures.ts'
import type { RunSection } from './run-section.ts'

/** Digits of times in seconds. */
const millisecondDigits = 3

export function steadySection({ steadyState }: RunSummary): RunSection | null {
  if (steadyState === null) return null
  const { window, ttft, tpot } = steadyState
  return {
    title: 'run.steady.title',
    about: {
      key: 'run.steady.about',
      values: {
        from: formatNumber(window.startS, millisecondDigits),
        to: formatNumber(window.endS, millisecondDigits),
        duration: formatDuration(window.durationS),
        threshold: formatCount(window.thresholdConcurrency),
        target: formatCount(window.targetConcurrency),
        started: formatCount(window.requestsStarted),
        total: formatCount(window.requestsTotal),
      },
    },
    issue: window.isShort ? 'run.steady.short' : null,
    figures: [
      scalar('requestThroughput', steadyState.requestThroughput),
      scalar('outputThroughput', steadyState.outputThroughput),
      scalar('totalTokenThroughput', steadyState.totalTokenThroughput),
      ...latencyFigures(latencyLabels.ttft, ttft),
      ...latencyFigures(latencyLabels.tpot, tpot),
    ],
  }
}

function latencyFigures(metric: string, { count, median, percentiles }: MetricStats): RunMetric[] {
  const shown = tailPercentile(percentiles.map(({ percentile }) => percentile))
  const measured = (ms: number) => (count === 0 ? null : ms)
  return [
    latency('run.figure.medianOf', measured(median), { metric }),
    ...percentiles
      .filter(({ percentile }) => percentile === shown)
      .map(({ percentile, value }) =>
        latency('run.figure.percentileOf', measured(value), { metric, percentile }),
      ),
  ]
}
