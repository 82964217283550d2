// The words in each kind of plot, in the window's language.
import type { MetricName } from '#core/metrics/latencies.ts'
import { t, type Translate } from '../../i18n/i18n.ts'
import type { DistributionInput } from '#core/plots/distribution.ts'
import type { TelemetryInput } from '#core/plots/telemetry.ts'
import type { TimelineInput } from '#core/plots/timeline.ts'

export type PlotTexts = Readonly<{
  distribution: (metric: MetricName) => DistributionInput['text']
  timeline: (counts?: 'tokens' | 'events') => TimelineInput['text']
  telemetry: () => TelemetryInput['text']
}>

function distributionText(t: Translate, metric: MetricName): DistributionInput['text'] {
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

function timelineText(t: Translate, counts: 'tokens' | 'events'): TimelineInput['text'] {
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

function telemetryText(t: Translate): TelemetryInput['text'] {
  return {
    elapsed: t('charts.elapsed'),
    gpu: t('telemetry.gpu'),
    engine: t('telemetry.engine'),
    series: (name) => t(`telemetry.series.${name}`),
  }
}

export function usePlotTexts(): PlotTexts {
  return {
    distribution: (metric) => distributionText(t, metric),
    timeline: (counts = 'tokens') => timelineText(t, counts),
    telemetry: () => telemetryText(t),
  }
}
