// Sections that only some runs have, below the latencies of a run's page.
import type { Run } from '#core/model/run/run.ts'
import type { RunSection, SectionOf } from './run-section.ts'
import { telemetrySection } from './telemetry-section.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { count, latency, type RunMetric, scalar, share, speed } from '../run-figures.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import { formatDuration } from '../../../i18n/i18n.ts'
import type { ServerActivity } from '#core/model/server-activity.ts'
import { serverWaste } from '#core/stats/server-waste.ts'
import { warmCacheHitRate } from '#core/stats/warm-cache.ts'

const about = { key: 'run.server.about', values: {} } as const

/** Null if the server did not report it. */
function reportedSection<Part extends keyof ServerActivity>(
  part: Part,
  title: RunSection['title'],
  figuresOf: (reported: NonNullable<ServerActivity[Part]>) => RunSection['figures'],
): SectionOf {
  return ({ server }) => {
    const reported = server?.[part] ?? null
    return reported === null ? null : { ...section(title), figures: figuresOf(reported) }
  }
}

const specDecodeSection = reportedSection(
  'specDecode',
  'run.server.specDecode.title',
  (reported) => [
    share('run.server.specDecode.acceptanceRate', reported.acceptanceRate / 100),
    speed('run.server.specDecode.acceptanceLength', reported.acceptanceLength, 'tok/step'),
    count('run.server.specDecode.drafts', reported.drafts),
    count('run.server.specDecode.draftTokens', reported.draftTokens),
    count('run.server.specDecode.acceptedTokens', reported.acceptedTokens),
    ...reported.positionRates.map((rate, index) =>
      share('run.server.specDecode.atPosition', rate, { position: index + 1 }),
    ),
  ],
)

const diffusionSection = reportedSection('diffusion', 'run.server.diffusion.title', (reported) => [
  speed('run.server.diffusion.committedThroughput', reported.committedThroughput, 'tok/s'),
  speed('run.server.diffusion.stepsPerCanvas', reported.stepsPerCanvas, ''),
  speed('run.server.diffusion.committedPerStep', reported.committedPerStep, 'tok/step'),
  count('run.server.diffusion.committedTokens', reported.committedTokens),
  count('run.server.diffusion.denoisingSteps', reported.denoisingSteps),
  count('run.server.diffusion.canvasPositions', reported.canvasPositions),
])

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
  return { title, about, issue: null }
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
