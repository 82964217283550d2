// The latencies of all turns that have the same place in their conversations.
import type { TurnSummary } from '#core/model/run/conversation-summary.ts'
import { listedDurations, type Durations } from '../durations/durations.ts'
import { GapPool } from '../durations/gap-pool.ts'
import { isSuccess, tpotS, type MeasuredRequest } from '../measured-request.ts'
import { metricStats } from '../metric-stats.ts'

export class TurnValues {
  readonly #ttftsS: number[] = []
  readonly #tpotsS: number[] = []
  readonly #gaps = new GapPool()
  readonly #latenciesS: number[] = []
  #failed = 0
  #inputTokens = 0
  #outputTokens = 0

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) {
      this.#failed++
      return
    }
    const tpot = tpotS(request)
    if (tpot !== null) this.#tpotsS.push(tpot)
    this.#ttftsS.push(request.ttftS)
    this.#latenciesS.push(request.latencyS)
    this.#gaps.add(request.interTokenLatenciesUs)
    this.#inputTokens += request.promptTokens
    this.#outputTokens += request.outputTokens
  }

  summary(number: number, percentiles: readonly number[]): TurnSummary {
    const completed = this.#latenciesS.length
    const statsOf = (durations: Durations) => metricStats(durations, percentiles)
    return {
      number,
      completed,
      failed: this.#failed,
      inputTokens: completed === 0 ? 0 : this.#inputTokens / completed,
      outputTokens: this.#outputTokens,
      ttft: statsOf(listed(this.#ttftsS)),
      tpot: statsOf(listed(this.#tpotsS)),
      itl: statsOf(this.#gaps.durations()),
      e2el: statsOf(listed(this.#latenciesS)),
    }
  }
}

function listed(valuesS: readonly number[]): Durations {
  return listedDurations(Float64Array.from(valuesS))
}
