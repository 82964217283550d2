// The latencies of all turns that have the same place in their conversations.
import type { TurnSummary } from '#core/model/conversation-summary.ts'
import { listedDurations } from '../durations.ts'
import { isSuccess, tpotS, type MeasuredRequest } from '../measured-request.ts'
import { metricStats } from '../metric-stats.ts'

export class TurnValues {
  readonly #ttftsS: number[] = []
  readonly #tpotsS: number[] = []
  readonly #latenciesS: number[] = []
  #failed = 0
  #inputTokens = 0

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) {
      this.#failed++
      return
    }
    const tpot = tpotS(request)
    if (tpot !== null) this.#tpotsS.push(tpot)
    this.#ttftsS.push(request.ttftS)
    this.#latenciesS.push(request.latencyS)
    this.#inputTokens += request.promptTokens
  }

  summary(number: number, percentiles: readonly number[]): TurnSummary {
    const completed = this.#latenciesS.length
    const statsOf = (valuesS: readonly number[]) =>
      metricStats(listedDurations(Float64Array.from(valuesS)), percentiles)
    return {
      number,
      completed,
      failed: this.#failed,
      inputTokens: completed === 0 ? 0 : this.#inputTokens / completed,
      ttft: statsOf(this.#ttftsS),
      tpot: statsOf(this.#tpotsS),
      e2el: statsOf(this.#latenciesS),
    }
  }
}
