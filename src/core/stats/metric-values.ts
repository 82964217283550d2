// The values behind each latency of a run, pooled over its completed requests.
import {
  latencyOf,
  reportableMetricNames,
  type ReportableMetricName,
} from '#core/metrics/latencies.ts'
import type { DurationTally } from './durations/duration-tally.ts'
import { listedDurations, type Durations } from './durations/durations.ts'
import { GapPool } from './durations/gap-pool.ts'
import { NumberList } from './durations/number-list.ts'
import { isSuccess, type MeasuredRequest } from './measured-request.ts'

export class MetricValues {
  readonly #gaps: GapPool
  readonly #lists = reportableMetricNames.flatMap((name) => {
    const { valueS } = latencyOf(name)
    return valueS === 'gaps' ? [] : [{ name, valueS, valuesS: new NumberList() }]
  })

  /** `gaps` holds those of all requests that will be added, where they are counted already. */
  constructor(gaps?: DurationTally) {
    this.#gaps = new GapPool({ counted: gaps })
  }

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    for (const { valueS, valuesS } of this.#lists) {
      const value = valueS(request)
      if (value !== null) valuesS.add(value)
    }
    this.#gaps.add(request.interTokenLatenciesUs)
  }

  durationsOf(name: ReportableMetricName): Durations {
    const list = this.#lists.find((each) => each.name === name)
    return list === undefined ? this.#gaps.durations() : listedDurations(list.valuesS.all)
  }
}
