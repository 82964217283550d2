// Sections that only some runs have, below the latencies of a run's page.
import type { Run } from '#core/model/run/run.ts'
import type { RunSection, SectionOf } from './run-section.ts'
import { telemetrySection } from './telemetry-section.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { count, latency, type RunMetric, scalar, share, speed } from '../run-figures.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { growsWithRun } from '#core/judgement/known-figures.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import { formatDuration, type TextKey } from '../../../i18n/i18n.ts'
import {
  listedDecodings,
  reportedDecodings,
  type ReportedFigure,
} from '#core/model/server-activity.ts'
import { serverWaste } from '#core/stats/server-waste.ts'
import { warmCacheHitRate } from '#core/stats/warm-cache.ts'

/** Features have the texts of their ways of decoding. */
function decodingSection(name: string): SectionOf {
  return ({ server }) => {
    const reported = reportedDecodings(server).find((decoding) => decoding.name === name)
    if (reported === undefined) return null
    const figures = reported.figures.flatMap((figure) => decodingFigures(name, figure))
    return { ...section(`decoding.${name}.title` as TextKey), figures }
  }
}

function decodingFigures(
  decoding: string,
  { field, form, unit, values }: ReportedFigure,
): RunMetric[] {
  const text = `decoding.${decoding}.${field}` as TextKey
  return values.map((value, index) => {
    if (form === 'count') return count(text, value)
    if (form === 'shares') return share(text, value, { position: index + 1 })
    return unit === '%' ? share(text, value / 100) : speed(text, value, unit)
  })
}

const prefixCacheSection: SectionOf = (summary, config) => {
  const reported = summary.server?.prefixCache ?? null
  if (reported === null) return null
  const isWarm = warmCacheHitRate(config, summary) !== null
  return {
    ...section('run.server.prefixCache.title'),
    issue: isWarm ? 'run.server.prefixCache.warm' : null,
    figures: [
      share('run.server.prefixCache.hitRate', reported.hits / reported.queries),
      count('run.server.prefixCache.queries', reported.queries),
      count('run.server.prefixCache.hits', reported.hits),
      ...(reported.repeated ? [count('run.server.prefixCache.repeated', reported.repeated)] : []),
    ],
  }
}

const wasteSection: SectionOf = (summary) => {
  const waste = serverWaste(summary)
  if (waste === null) return null
  return {
    ...section('run.server.waste.title'),
    figures: [
      count('run.server.waste.generated', waste.generated),
      count('run.server.waste.unused', waste.unused),
      count('run.server.waste.unreceived', waste.unreceived),
    ],
  }
}

function section(title: RunSection['title']): Omit<RunSection, 'figures'> {
  return { title, about: { key: 'run.server.about', values: {} }, issue: null }
}

// Probes: the latencies of a light user on the loaded server.
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
  ...listedDecodings.map(([name]) => decodingSection(name)),
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

/** Requests that pile up have no steady wait, so the latencies with it are left out. */
function steadySection(summary: RunSummary): RunSection | null {
  const { steadyState } = summary
  if (steadyState === null) return null
  const { window, ttft, tpot } = steadyState
  const grows = growsWithRun(summary, { metric: 'ttft' })
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
    issue: grows ? 'run.steady.grows' : window.isShort ? 'run.steady.short' : null,
    figures: [
      scalar('requestThroughput', steadyState.requestThroughput),
      scalar('outputThroughput', steadyState.outputThroughput),
      scalar('totalTokenThroughput', steadyState.totalTokenThroughput),
      ...(grows ? [] : latencyFigures(latencyLabels.ttft, ttft)),
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
