// Which latencies say something about a benchmark.
import { backendTraits, isPooling, taskOf, type BackendChoice } from './backend-traits.ts'
import type { CompatProfileName } from '../../compat/compat-profile-names.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { latencies, type ReportableMetricName } from '#core/metrics/latencies.ts'
import type { LatencyMetric } from '#core/metrics/latency-metric.ts'
import { isSpreadOverTime, type Timing } from './load-traits.ts'

/** What decides how responses arrive. */
export type AnswerChoice = BackendChoice & Readonly<{ compat: CompatProfileName }>

type Measured = AnswerChoice & Timing & Readonly<{ skipTokenizerInit: boolean }>

type Applies = (config: Measured) => boolean

const always: Applies = () => true
/** Without a tokenizer the original reports nothing that speaks of tokens. */
export const reportsTokens: Applies = ({ skipTokenizerInit }) => !skipTokenizerInit
/** Where nothing is generated there are no tokens to time, and of an answer in one piece no one knows when they came. */
export const hasTokenTimes = (config: AnswerChoice): boolean =>
  backendTraits[config.backend].streams ||
  (!isPooling(config) && compatProfileOf(config).timesWholeAnswers)
const timesTokens: Applies = (config) => hasTokenTimes(config) && reportsTokens(config)
/** Without a limit nothing is held back but by our own slowness, which is shown as send lag. */
const mayHoldBack: Applies = ({ maxConcurrency }) => maxConcurrency !== null

const appliesTo: Readonly<Record<LatencyMetric['applies'], Applies>> = {
  always,
  'token-times': timesTokens,
  'held-back': mayHoldBack,
  /** Where everything is due at once, waiting only says how far down the list a request was. */
  'held-back-paced': (config) => mayHoldBack(config) && isSpreadOverTime(config),
}

/** Those reported where no one asks for others. */
export function usualMetrics(config: AnswerChoice): readonly ReportableMetricName[] {
  return hasTokenTimes(config) ? taskOf(config).usualMetrics : ['e2el']
}

export function metricApplies(name: ReportableMetricName, config: Measured): boolean {
  return appliesTo[latencies[name].applies](config)
}
