// Every number of a run's report, derived from what happened to its requests.
import type { ClientHealth, RunSummary } from '#core/model/run-summary.ts'
import { errorGroups } from './error-groups.ts'
import { countGoodRequests, type GoodputLimits } from './goodput.ts'
import { isSuccess, type MeasuredRequest } from './measured-request.ts'
import { metricStats } from './metric-stats.ts'
import { metricValuesS } from './metric-values.ts'
import { peakConcurrency, peaksBySecond } from './peaks.ts'

export type SummaryOptions = Readonly<{
  /** From the start of the schedule to the last answer. */
  durationS: number
  /** 0–100, as `--metric-percentiles` lists them. */
  percentiles: readonly number[]
  goodputLimitsMs: GoodputLimits
  client: ClientHealth | null
}>

export function summarizeRun(
  requests: readonly MeasuredRequest[],
  { durationS, percentiles, goodputLimitsMs, client }: SummaryOptions,
): RunSummary {
  const successes = requests.filter(isSuccess)
  const totalInputTokens = total(successes, (request) => request.promptTokens)
  const totalOutputTokens = total(successes, (request) => request.outputTokens)
  const perSecond = (amount: number): number => (durationS > 0 ? amount / durationS : 0)
  const peaks = peaksBySecond(requests)
  const values = metricValuesS(requests)
  return {
    durationS,
    completed: successes.length,
    failed: requests.length - successes.length,
    totalInputTokens,
    totalOutputTokens,
    requestThroughput: perSecond(successes.length),
    requestGoodput:
      Object.keys(goodputLimitsMs).length === 0
        ? null
        : perSecond(countGoodRequests(requests, goodputLimitsMs)),
    outputThroughput: perSecond(totalOutputTokens),
    totalTokenThroughput: perSecond(totalInputTokens + totalOutputTokens),
    maxOutputTokensPerS: peaks.tokenEvents,
    maxConcurrentRequests: peaks.requests,
    peakConcurrency: peakConcurrency(requests),
    metrics: {
      ttft: metricStats(values.ttft, percentiles),
      tpot: metricStats(values.tpot, percentiles),
      itl: metricStats(values.itl, percentiles),
      e2el: metricStats(values.e2el, percentiles),
    },
    errors: errorGroups(requests.map((request) => request.error).filter((error) => error !== null)),
    client,
  }
}

function total(
  requests: readonly MeasuredRequest[],
  amount: (request: MeasuredRequest) => number,
): number {
  return requests.reduce((sum, request) => sum + amount(request), 0)
}
