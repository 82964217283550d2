// The values behind each latency metric of a run, pooled over its successful requests.
import type { ReportableMetricName } from '#core/model/fields/report-fields.ts'
import { listedDurations, type Durations } from './durations.ts'
import { GapPool } from './gap-pool.ts'
import { isSuccess, tpotS, type MeasuredRequest } from './measured-request.ts'

/** TPOT only of requests with more than one output token, token latency only of those with any. */
export class MetricValues {
  readonly #ttftsS: number[] = []
  readonly #tpotsS: number[] = []
  readonly #gaps = new GapPool()
  readonly #latenciesS: number[] = []
  readonly #queueTimesS: number[] = []
  readonly #latenciesWithQueueS: number[] = []
  readonly #tokenLatenciesS: number[] = []

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    const tpot = tpotS(request)
    if (tpot !== null) this.#tpotsS.push(tpot)
    this.#ttftsS.push(request.ttftS)
    this.#latenciesS.push(request.latencyS)
    this.#queueTimesS.push(request.queueS)
    this.#latenciesWithQueueS.push(request.latencyS + request.queueS)
    const { latencyS, outputTokens } = request
    if (outputTokens > 0) this.#tokenLatenciesS.push(latencyS / outputTokens)
    this.#gaps.add(request.interTokenLatenciesUs)
  }

  durations(): Record<ReportableMetricName, Durations> {
    return {
      ttft: listedDurations(Float64Array.from(this.#ttftsS)),
      tpot: listedDurations(Float64Array.from(this.#tpotsS)),
      itl: this.#gaps.durations(),
      e2el: listedDurations(Float64Array.from(this.#latenciesS)),
      client_queue_time: listedDurations(Float64Array.from(this.#queueTimesS)),
      e2el_including_client_queue: listedDurations(Float64Array.from(this.#latenciesWithQueueS)),
      token_latency: listedDurations(Float64Array.from(this.#tokenLatenciesS)),
    }
  }
}
