// The latencies of all turns that have the same place in their conversations.
import { answerLatencies, ofLatencies, type MetricName } from '#core/metrics/latencies.ts'
import type { TurnSummary } from '#core/model/run/conversation-summary.ts'
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'
import { metricStats } from '../metric-stats.ts'
import { MetricValues } from '../metric-values.ts'

export class TurnValues {
  readonly #values = new MetricValues()
  #completed = 0
  #failed = 0
  #inputTokens = 0
  #outputTokens = 0

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) {
      this.#failed++
      return
    }
    this.#completed++
    this.#values.add(request)
    this.#inputTokens += request.promptTokens
    this.#outputTokens += request.outputTokens
  }

  summary(number: number, percentiles: readonly number[]): TurnSummary {
    const statsOf = (name: MetricName) => metricStats(this.#values.durationsOf(name), percentiles)
    return {
      number,
      completed: this.#completed,
      failed: this.#failed,
      inputTokens: this.#completed === 0 ? 0 : this.#inputTokens / this.#completed,
      outputTokens: this.#outputTokens,
      ...ofLatencies(answerLatencies, statsOf),
      itl: statsOf('itl'),
    }
  }
}
