// Mean, spread and percentiles of one metric over a run.
import type { ProbeResults, ProbeSummary } from '#core/model/run/probes.ts'
import { type MetricStats, unmeasured } from '#core/model/run/metric-stats.ts'
import {
  isOccasional,
  latencyOf,
  type ReportableMetricName,
  reportableMetricNames,
} from '#core/metrics/latencies.ts'
import { type Durations, listedDurations } from './durations/durations.ts'
import { quantileS } from './durations/quantile.ts'
import type { DurationTally } from './durations/duration-tally.ts'
import { GapPool } from './durations/gap-tally.ts'
import { NumberList } from './durations/number-list.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'

const msPerS = 1000

/** Statistics in milliseconds; all zero without durations, as in the original. `percentiles` are 0–100. */
export function metricStats(durations: Durations, percentiles: readonly number[]): MetricStats {
  const { count, meanS, deviationS } = durations
  return {
    count,
    mean: meanS * msPerS,
    median: quantileS(durations, 0.5) * msPerS,
    std: deviationS * msPerS,
    min: quantileS(durations, 0) * msPerS,
    max: quantileS(durations, 1) * msPerS,
    percentiles: percentiles.map((percentile) => ({
      percentile,
      value: quantileS(durations, percentile / 100) * msPerS,
    })),
  }
}

/** Values of each latency of a run, pooled over its completed requests. */
export class MetricValues {
  readonly #gaps: GapPool
  readonly #lists = reportableMetricNames.flatMap((name) => {
    const { valueS } = latencyOf(name)
    return valueS === 'gaps' ? [] : [{ name, valueS, valuesS: new NumberList() }]
  })
  readonly #sorted = new Map<ReportableMetricName, Durations>()

  /** `gaps` contains the gaps of all requests that will be added, if already counted. */
  constructor(gaps?: DurationTally) {
    this.#gaps = new GapPool({ counted: gaps })
  }

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    this.#sorted.clear()
    // No iterator, because it takes longer than most formulas.
    for (let at = 0; at < this.#lists.length; at++) {
      const list = this.#lists[at]
      const value = list?.valueS(request) ?? null
      if (value !== null) list?.valuesS.add(value)
    }
    this.#gaps.add(request.interTokenLatenciesUs)
  }

  /** `unmeasured` for a latency of reasoning if no response reasoned; the same applies to retries. */
  statsOf(name: ReportableMetricName, percentiles: readonly number[]): MetricStats {
    const durations = this.durationsOf(name)
    const isMeasured = durations.count > 0 || !isOccasional(name)
    return isMeasured ? metricStats(durations, percentiles) : unmeasured
  }

  durationsOf(name: ReportableMetricName): Durations {
    const durations = this.#sorted.get(name) ?? this.#durationsOf(name)
    this.#sorted.set(name, durations)
    return durations
  }

  /** Values in request order; excludes the gaps between tokens. */
  listOf(name: ReportableMetricName): Float64Array {
    return this.#lists.find((each) => each.name === name)?.valuesS.all ?? new Float64Array()
  }

  #durationsOf(name: ReportableMetricName): Durations {
    const isListed = latencyOf(name).valueS !== 'gaps'
    return isListed ? listedDurations(this.listOf(name)) : this.#gaps.durations()
  }
}

export function summarizeProbes({ latenciesUs, failed }: ProbeResults): ProbeSummary {
  const latencies = listedDurations(Float64Array.from(latenciesUs, (us) => us / 1e6))
  const quantileMs = (probability: number) => quantileS(latencies, probability) * 1000
  return {
    completed: latenciesUs.length,
    failed,
    e2el:
      latenciesUs.length === 0
        ? null
        : { medianMs: quantileMs(0.5), p99Ms: quantileMs(0.99), maxMs: quantileMs(1) },
  }
}
