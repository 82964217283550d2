// Texts in each kind of plot, in the window's language.
import type { MetricName } from '#core/metrics/latencies.ts'
import { t } from '../../i18n/i18n.ts'
import type { DistributionInput } from '#core/plots/distribution.ts'
import type { TelemetryInput } from '#core/plots/telemetry.ts'
import type { TimelineInput } from '#core/plots/timeline.ts'

export function distributionText(metric: MetricName): DistributionInput['text'] {
  return {
    latency: t(`charts.metric.${metric}`),
    count: t(metric === 'itl' ? 'charts.gapCount' : 'charts.requestCount'),
    share: t('charts.shareAtOrBelow'),
    from: t('charts.from'),
    to: t('charts.to'),
    quantile: t('charts.quantile'),
  }
}

const ownChartTexts = [
  ...(['elapsed', 'inputs', 'concurrency', 'ttft', 'requests', 'requestsAsked'] as const),
  ...(['requestsCompleted', 'failures', 'steady'] as const),
]

export function timelineText(counts: 'tokens' | 'events' = 'tokens'): TimelineInput['text'] {
  return {
    ...textsByName(ownChartTexts, (name) => t(`charts.${name}`)),
    outputTokens: t(counts === 'events' ? 'charts.tokenEvents' : 'metrics.outputThroughput.axis'),
    ttftMedian: t('charts.median'),
    ttftMax: t('charts.max'),
  }
}

function textsByName<Name extends string>(
  names: readonly Name[],
  textOf: (name: Name) => string,
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>
}

export function telemetryText(): TelemetryInput['text'] {
  return {
    elapsed: t('charts.elapsed'),
    gpu: t('telemetry.gpu'),
    engine: t('telemetry.engine'),
    series: (name) => t(`telemetry.series.${name}`),
  }
}
