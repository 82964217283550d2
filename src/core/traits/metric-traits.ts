// Which latencies apply to a benchmark.
import {
  backendTraits,
  isPooling,
  mayMake,
  taskOf,
  type BackendChoice,
} from '#core/backends/backend-traits.ts'
import type { CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { latencyOf, type ReportableMetricName } from '#core/metrics/latencies.ts'
import type { LatencyMetric } from '#core/metrics/latency-metric.ts'
import { type DatasetName, datasetTraits } from './dataset-traits.ts'
import { isSpreadOverTime, type LoadTiming } from './load-traits.ts'

/** Settings that decide how responses arrive. */
export type AnswerChoice = BackendChoice & Readonly<{ compat: CompatProfileName }>

type MetricChoice = AnswerChoice &
  LoadTiming &
  Readonly<{
    datasetName: DatasetName
    skipTokenizerInit: boolean
  }>

type Applies = (config: MetricChoice) => boolean

const always: Applies = () => true
/** Without a tokenizer, vLLM reports no token metrics. */
export const reportsTokens: Applies = ({ skipTokenizerInit }) => !skipTokenizerInit
/** False for pooling, and for non-streamed responses, whose token times are unknown. */
export const hasTokenTimes = (config: AnswerChoice): boolean =>
  backendTraits[config.backend].streams ||
  (!isPooling(config) &&
    backendTraits[config.backend].makes === null &&
    compatProfileOf(config).timesWholeAnswers)
const timesTokens: Applies = (config) => hasTokenTimes(config) && reportsTokens(config)
/** Without a limit the client never holds back a request on purpose; its own delay is shown as send lag. */
const mayHoldBack: Applies = ({ maxConcurrency }) => maxConcurrency !== null

const appliesTo: Readonly<Record<LatencyMetric['applies'], Applies>> = {
  always,
  'token-times': timesTokens,
  reasoning: timesTokens,
  'held-back': mayHoldBack,
  /** If all requests are due at once, the wait only shows the position in the list. */
  'held-back-paced': (config) => mayHoldBack(config) && isSpreadOverTime(config),
  retried: always,
  realtime: ({ backend }) => backendTraits[backend].pacesAudio,
  sound: (config) => mayMake(config, 'sound'),
  images: (config) => mayMake(config, 'images'),
  video: (config) => mayMake(config, 'video'),
  agents: ({ datasetName }) => datasetTraits[datasetName].holdsTrajectories,
}

/** Default for an absent `--percentile-metrics`. */
export function usualMetrics(config: AnswerChoice): readonly ReportableMetricName[] {
  return hasTokenTimes(config) ? taskOf(config).usualMetrics : ['e2el']
}

export function metricApplies(name: ReportableMetricName, config: MetricChoice): boolean {
  const { applies, needs } = latencyOf(name)
  const settings: Readonly<Record<string, unknown>> = config
  return appliesTo[applies](config) && (needs === undefined || (settings[needs] ?? null) !== null)
}
