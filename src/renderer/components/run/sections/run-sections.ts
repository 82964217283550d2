// Sections that only some runs have, below the latencies of a run's page.
import type { Run } from '#core/model/run/run.ts'
import {
  diffusionSection,
  prefixCacheSection,
  specDecodeSection,
  wasteSection,
} from './server-sections.ts'
import type { RunSection, SectionOf } from './run-section.ts'
import { telemetrySection } from './telemetry-section.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { count, latency, type RunMetric, scalar } from '../run-figures.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import { formatDuration } from '../../../i18n/times.ts'

// Probes: what a light user of the loaded server saw.
const probesSection: SectionOf = ({ probes }, { probeRequestRate }) => {
  if (probes === null) return null
  const { completed, failed, e2el } = probes
  const metric = latencyLabels.e2el
  return {
    title: 'run.probes.title',
    about: { key: 'run.probes.about', values: { rate: probeRequestRate } },
    issue: null,
    figures: [
      count('metrics.completed.title', completed),
      count('metrics.failed.title', failed),
      latency('run.figure.medianOf', e2el?.medianMs ?? null, { metric }),
      latency('run.figure.percentileOf', e2el?.p99Ms ?? null, { metric, percentile: 99 }),
      latency('run.probes.most', e2el?.maxMs ?? null),
    ],
  }
}

const sections: readonly SectionOf[] = [
  steadySection,
  probesSection,
  specDecodeSection,
  diffusionSection,
  prefixCacheSection,
  wasteSection,
  telemetrySection,
]

export function runSections({ summary, config }: Run): readonly RunSection[] {
  if (summary === null) return []
  return sections.flatMap((sectionOf) => sectionOf(summary, config) ?? [])
}

/** Digits of times in seconds. */
const millisecondDigits = 3

function steadySection({ steadyState }: RunSummary): RunSection | null {
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
