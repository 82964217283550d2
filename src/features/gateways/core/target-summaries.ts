// Requests of a run, by server.
import { latencyOf, ofLatencies } from '#core/metrics/latencies.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import { isPooling } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { serverBaseUrls } from '#core/flags/server-urls.ts'
import { NumberList } from '#core/stats/durations/number-list.ts'
import { percentileInterval } from '#core/stats/certainty/percentile-interval.ts'
import { requestsTo } from '#core/stats/server-paces.ts'
import { refusalsOf } from '#core/stats/certainty/refusals.ts'
import { metricStats, MetricValues } from '#core/stats/metric-stats.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { listedDurations } from '#core/stats/durations/durations.ts'
import { targetLatencies, type TargetSummary } from './target-summary.ts'

type Options = Readonly<{
  /** Servers that share the load. */
  servers: number
  durationS: number
  percentiles: readonly number[]
}>

const tailPercentile = 99

/** Empty for a run on one server. Servers that generate nothing have no times of tokens. */
export function gatewaySummary(
  requests: Iterable<MeasuredRequest>,
  config: BenchmarkConfig,
  { durationS }: Pick<RunSummary, 'durationS'>,
): Readonly<{ targets?: TargetSummary[] }> {
  if (config.otherBaseUrls === null) return {}
  const { metricPercentiles: percentiles } = config
  const servers = serverBaseUrls(config).length
  const targets = targetSummaries(requests, { servers, durationS, percentiles })
  if (!isPooling(config)) return { targets }
  const nothing = metricStats(listedDurations(new Float64Array()), percentiles)
  const unmeasured = { ...nothing, medianInterval: null }
  return { targets: targets.map((target) => ({ ...target, ttft: unmeasured, tpot: unmeasured })) }
}

/** One per server, in the order of the base URLs. Ignores unsent requests. Exported for tests. */
export function targetSummaries(
  requests: Iterable<MeasuredRequest>,
  { servers, durationS, percentiles }: Options,
): TargetSummary[] {
  const tallies = Array.from({ length: servers }, () => new TargetTally())
  for (const request of requests) {
    if (request.target !== undefined) tallies[request.target]?.add(request)
  }
  const reported = [...new Set([...percentiles, tailPercentile])]
  return tallies.map((tally, target) => {
    const summary = tally.summary(durationS, reported)
    const refused = summary.failed > 0 ? refusalsOf(requestsTo(target, requests)) : null
    return refused === null ? summary : { ...summary, refused: refused.count }
  })
}

class TargetTally {
  readonly #values = new MetricValues()
  /** Ordered by plan. */
  readonly #seconds = ofLatencies(targetLatencies, () => new NumberList())
  #requests = 0
  #completed = 0
  #failed = 0
  #rejected = 0
  #rejectedAttempts = 0
  #inputTokens = 0
  #outputTokens = 0

  add(request: MeasuredRequest): void {
    const outcome = outcomeOf(request.error)
    this.#requests++
    this.#rejectedAttempts += request.retried?.attempts ?? 0
    if (outcome === 'failed') this.#failed++
    if (outcome === 'rejected') {
      this.#rejected++
      this.#rejectedAttempts++
    }
    if (!isSuccess(request)) return
    this.#completed++
    this.#inputTokens += request.promptTokens
    this.#outputTokens += request.outputTokens
    this.#values.add(request)
    for (const name of targetLatencies) {
      const { valueS } = latencyOf(name)
      const seconds = valueS === 'gaps' ? null : valueS(request)
      if (seconds !== null) this.#seconds[name].add(seconds)
    }
  }

  summary(durationS: number, percentiles: readonly number[]): TargetSummary {
    const perSecond = (amount: number) => (durationS > 0 ? amount / durationS : 0)
    return {
      requests: this.#requests,
      completed: this.#completed,
      failed: this.#failed,
      rejected: this.#rejected,
      rejectedAttempts: this.#rejectedAttempts,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      requestThroughput: perSecond(this.#completed),
      outputThroughput: perSecond(this.#outputTokens),
      ...ofLatencies(targetLatencies, (name) => ({
        ...this.#values.statsOf(name, percentiles),
        medianInterval: this.#medianIntervalMs(name),
      })),
    }
  }

  #medianIntervalMs(
    name: (typeof targetLatencies)[number],
  ): TargetSummary['ttft']['medianInterval'] {
    const interval = percentileInterval(this.#seconds[name].all, 50)
    return interval && { low: interval.low * 1000, high: interval.high * 1000 }
  }
}
