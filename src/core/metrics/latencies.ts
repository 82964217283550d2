// The latencies of a run, one record each. Every surface is made from them, as from scalars.ts. Names are vLLM's; keys of
// result files and columns of CSV files follow from them: mean_ttft_ms. Columns of CSV files have this order. Titles in the
// window: renderer/i18n/…/charts.ts. Formulas: docs/measuring.md.
import { tpotS } from '../stats/measured-request.ts'
import type { LatencyMetric } from './latency-metric.ts'

export const latencies = {
  ttft: {
    label: 'TTFT',
    title: 'Time to First Token',
    valueS: ({ ttftS }) => ttftS,
    applies: 'token-times',
    everyRun: true,
    hue: 'ttft',
    isUsual: true,
    perResponse: { until: 'first-token' },
    ofEveryRequest: true,
    serverHistograms: ['vllm:time_to_first_token_seconds'],
    requestColumn: 'ttft_us',
  },
  tpot: {
    label: 'TPOT',
    title: 'Time per Output Token (excl. 1st token)',
    valueS: tpotS,
    applies: 'token-times',
    everyRun: true,
    hue: 'tpot',
    isUsual: true,
    perResponse: { until: 'end' },
    serverHistograms: ['vllm:request_time_per_output_token_seconds'],
    requestColumn: 'tpot_us',
  },
  itl: {
    label: 'ITL',
    title: 'Inter-token Latency',
    valueS: 'gaps',
    applies: 'token-times',
    everyRun: true,
    hue: 'itl',
    isUsual: true,
    /** Older versions of vLLM call the gap between tokens the time per output token. */
    serverHistograms: ['vllm:inter_token_latency_seconds', 'vllm:time_per_output_token_seconds'],
    requestColumn: 'max_gap_us',
  },
  e2el: {
    label: 'E2EL',
    title: 'End-to-end Latency',
    valueS: ({ latencyS }) => latencyS,
    applies: 'always',
    everyRun: true,
    hue: 'e2el',
    perResponse: { until: 'end' },
    ofEveryRequest: true,
    growsWithOutput: true,
    serverHistograms: ['vllm:e2e_request_latency_seconds'],
    requestColumn: 'e2el_us',
  },
  client_queue_time: {
    label: 'Client Queue Time',
    title: 'Client-side Queueing',
    valueS: ({ queueS }) => queueS,
    applies: 'held-back',
    isShownUnasked: true,
  },
  e2el_including_client_queue: {
    label: 'E2EL incl. Client Queue',
    title: 'Queue-inclusive End-to-end Latency',
    valueS: ({ latencyS, queueS }) => latencyS + queueS,
    applies: 'held-back-paced',
    isShownUnasked: true,
  },
  token_latency: {
    label: 'Token Latency',
    title: 'Token Latency (e2e_latency / output_len)',
    valueS: ({ latencyS, outputTokens }) => (outputTokens > 0 ? latencyS / outputTokens : null),
    applies: 'token-times',
  },
} as const satisfies Readonly<Record<string, LatencyMetric>>

type Records = typeof latencies

/** All that `--percentile-metrics` takes. */
export type ReportableMetricName = keyof Records

type LatencyWith<Part extends keyof LatencyMetric> = {
  [Name in ReportableMetricName]: Records[Name] extends Readonly<Record<Part, unknown>>
    ? Name
    : never
}[ReportableMetricName]

/** Those every run has. */
export type MetricName = LatencyWith<'everyRun'>
/** Those a response has one value of. */
export type AnswerLatency = LatencyWith<'perResponse'>

export const reportableMetricNames = Object.keys(latencies) as readonly ReportableMetricName[]
export const metricNames = latenciesWith('everyRun')
/** Those reported on request. */
export const furtherNames = reportableMetricNames.filter(
  (name): name is Exclude<ReportableMetricName, MetricName> => !('everyRun' in latencies[name]),
)
export const answerLatencies = latenciesWith('perResponse')

export function latenciesWith<Part extends keyof LatencyMetric>(
  part: Part,
): readonly LatencyWith<Part>[] {
  return reportableMetricNames.filter((name): name is LatencyWith<Part> => part in latencies[name])
}

/** The record without its literal types. */
export function latencyOf(name: ReportableMetricName): LatencyMetric {
  return latencies[name]
}

export function ofLatencies<Name extends ReportableMetricName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}

export const latencyLabels = ofLatencies(reportableMetricNames, (name) => latencies[name].label)

/** `percentile` null is the mean. */
export function statisticName(percentile: number | null): string {
  return percentile === null ? 'mean' : `p${percentile}`
}
