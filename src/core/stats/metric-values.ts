// The values behind each latency metric of a run, pooled over its successful requests.
import type { ReportableMetricName } from '#core/model/fields/report-fields.ts'
import type { DurationTally } from './durations/duration-tally.ts'
import { listedDurations, type Durations } from './durations/durations.ts'
import { GapPool } from './durations/gap-pool.ts'
import { isSuccess, tpotS, type MeasuredRequest } from './measured-request.ts'
import { NumberList } from './durations/number-list.ts'

/** TPOT only of requests with more than one output token, token latency only of those with any. */
export class MetricValues {
  readonly #ttftsS = new NumberList()
  readonly #tpotsS = new NumberList()
  readonly #gaps: GapPool
  readonly #latenciesS = new NumberList()
  readonly #queueTimesS = new NumberList()
  readonly #latenciesWithQueueS = new NumberList()
  readonly #tokenLatenciesS = new NumberList()

  /** `gaps` holds those of all requests that will be added, where they are counted already. */
  constructor(gaps?: DurationTally) {
    this.#gaps = new GapPool({ counted: gaps })
  }

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    const tpot = tpotS(request)
    if (tpot !== null) this.#tpotsS.add(tpot)
    this.#ttftsS.add(request.ttftS)
    this.#latenciesS.add(request.latencyS)
    this.#queueTimesS.add(request.queueS)
    this.#latenciesWithQueueS.add(request.latencyS + request.queueS)
    const { latencyS, outputTokens } = request
    if (outputTokens > 0) this.#tokenLatenciesS.add(latencyS / outputTokens)
    this.#gaps.add(request.interTokenLatenciesUs)
  }

  durations(): Record<ReportableMetricName, Durations> {
    return {
      ttft: listedDurations(this.#ttftsS.all),
      tpot: listedDurations(this.#tpotsS.all),
      itl: this.#gaps.durations(),
      e2el: listedDurations(this.#latenciesS.all),
      client_queue_time: listedDurations(this.#queueTimesS.all),
      e2el_including_client_queue: listedDurations(this.#latenciesWithQueueS.all),
      token_latency: listedDurations(this.#tokenLatenciesS.all),
    }
  }
}
