// Latencies of a run, one record each; every surface is derived from them, as from scalars.ts. Names are vLLM's. Keys of result files and
// columns of CSV files derive from the names (mean_ttft_ms); CSV columns keep this order. Titles in the window: renderer/i18n/…/charts.ts.
// Formulas: docs/measuring/requests.md.
import { fluidPaceS } from '#core/records/fluidity.ts'
import { keysOf, namesWith, type NameWith } from '#core/base/keys-of.ts'
import { madeKinds } from '#core/records/made-kind.ts'
import { answerTpotS, reasoningTimeS, tpotS, ttfoS } from '#core/records/measured-request.ts'
import { joinedFeatures, withFeatures } from '#core/messages/joined-catalogue.ts'
import * as features from './features.ts'
import { type LatencyMetric, once } from './latency-metric.ts'

const ownLatencies = {
  ttft: {
    label: 'TTFT',
    title: 'Time to First Token',
    valueS: ({ ttftS }) => ttftS,
    applies: 'token-times',
    everyRun: true,
    colors: ['#0072b2', '#56b4e9'],
    isUsual: true,
    perResponse: { until: 'first-token' },
    ofEveryRequest: true,
    serverHistogram: 'vllm:time_to_first_token_seconds',
    requestColumn: 'ttft_us',
  },
  tpot: {
    label: 'TPOT',
    title: 'Time per Output Token (excl. 1st token)',
    valueS: tpotS,
    dividesByTokens: true,
    applies: 'token-times',
    everyRun: true,
    colors: ['#009166', '#1fb58a'],
    isUsual: true,
    perResponse: { until: 'end' },
    serverHistogram: 'vllm:request_time_per_output_token_seconds',
    requestColumn: 'tpot_us',
  },
  itl: {
    label: 'ITL',
    title: 'Inter-token Latency',
    valueS: 'gaps',
    applies: 'token-times',
    everyRun: true,
    colors: ['#b8568c', '#d98bb6'],
    isUsual: true,
    serverHistogram: 'vllm:inter_token_latency_seconds',
    requestColumn: 'max_gap_us',
  },
  e2el: {
    label: 'E2EL',
    title: 'End-to-end Latency',
    valueS: ({ latencyS }) => latencyS,
    applies: 'always',
    everyRun: true,
    colors: ['#d55e00', '#f07f3c'],
    perResponse: { until: 'end' },
    ofEveryRequest: true,
    growsWithOutput: true,
    serverHistogram: 'vllm:e2e_request_latency_seconds',
    requestColumn: 'e2el_us',
  },
  ttfo: {
    label: 'TTFO',
    title: 'Time to First Output Token (after reasoning)',
    valueS: ttfoS,
    ...once('end'),
    applies: 'reasoning',
    colors: ['#3d5ad0', '#93a8ff'],
    requestColumn: 'ttfo_us',
  },
  reasoning_time: {
    label: 'Reasoning Time',
    title: 'Reasoning Time',
    valueS: reasoningTimeS,
    ...once('end'),
    applies: 'reasoning',
    colors: ['#8a6a2f', '#cdb173'],
    requestColumn: 'reasoning_time_us',
  },
  answer_tpot: {
    label: 'Answer TPOT',
    title: 'Time per Answer Token (excl. 1st token)',
    valueS: answerTpotS,
    dividesByTokens: true,
    ...once('end'),
    applies: 'reasoning',
    colors: ['#3a7f3a', '#8ed081'],
    requestColumn: 'answer_tpot_us',
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
    dividesByTokens: true,
    applies: 'token-times',
  },
  fluid_pace: {
    label: 'Fluid Pace',
    title: 'Fluid Pace (time per token at fluidity 0.9)',
    valueS: fluidPaceS,
    applies: 'token-times',
  },
} as const satisfies Readonly<Record<string, LatencyMetric>>

export const latencies = withFeatures(ownLatencies, {
  added: joinedFeatures(features, 'latencies'),
})

type Records = typeof latencies

/** Names that `--percentile-metrics` accepts. */
export type ReportableMetricName = keyof Records

type LatencyWith<Part extends keyof LatencyMetric> = NameWith<Records, Part>

/** Latencies that every run has. */
export type MetricName = LatencyWith<'everyRun'>
export type AnswerLatency = LatencyWith<'perResponse'>
/** Latencies of single values rather than gaps: their intervals use the values, and tables have a column for them. */
export type ColumnLatency = AnswerLatency | LatencyWith<'perTrajectory'>

export const reportableMetricNames = keysOf(latencies)
export const metricNames = latenciesWith('everyRun')
/** Latencies reported on request. */
export const furtherNames = reportableMetricNames.filter(
  (name): name is Exclude<ReportableMetricName, MetricName> => !('everyRun' in latencies[name]),
)
export const answerLatencies = latenciesWith('perResponse')
export const turnLatencies = metricNames.filter(
  (name): name is Exclude<MetricName, LatencyWith<'perTrajectory'>> =>
    !('perTrajectory' in latencies[name]),
)
export const columnLatencies: readonly ColumnLatency[] = metricNames.filter(
  (name): name is ColumnLatency => latencies[name].valueS !== 'gaps',
)

export function latenciesWith<Part extends keyof LatencyMetric>(part: Part) {
  return namesWith(latencies, part)
}

/** Record without its literal types. */
export function latencyOf(name: ReportableMetricName): LatencyMetric {
  return latencies[name]
}

export function ofLatencies<Name extends ReportableMetricName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}

/** Only some runs have it: those with reasoning, retries, agents, speech, audio, images or video. */
export function isOccasional(name: ReportableMetricName): boolean {
  const occasions = ['reasoning', 'retried', 'agents', 'realtime', ...madeKinds]
  return occasions.includes(latencyOf(name).applies)
}

/** Whether a longer wait in the server raises it. */
export function includesWait(name: ReportableMetricName): boolean {
  const { perResponse, dividesByTokens } = latencyOf(name)
  return perResponse !== undefined && dividesByTokens !== true
}

/** `names` that every response has, and those that `has` finds in at least one run. */
export function shownLatencies<Name extends ReportableMetricName>(
  names: readonly Name[],
  has: (name: Name) => boolean,
): Name[] {
  return names.filter((name) => !isOccasional(name) || has(name))
}

export const latencyLabels = ofLatencies(reportableMetricNames, (name) => latencies[name].label)

/** Name of a statistic; the mean if `percentile` is null. */
export function statisticName(percentile: number | null): 'mean' | `p${number}` {
  return percentile === null ? 'mean' : `p${percentile}`
}
