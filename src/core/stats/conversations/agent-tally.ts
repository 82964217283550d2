// Time with the model and with tools, tokens and cache use of agents, step by step.
import type { AgentSummary } from '#core/model/run/conversation-summary.ts'
import type { AgentStep } from '#core/records/request-record.ts'
import { listedDurations } from '../durations/durations.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { metricStats } from '../metric-stats.ts'
import { BranchTally } from './branch-tally.ts'
import { CacheTally } from './cache-tally.ts'

type Tokens = { input: number; output: number }

const usPerS = 1e6

export class AgentTally {
  readonly #tookS: number[] = []
  readonly #modelS: number[] = []
  readonly #toolS: number[] = []
  readonly #tokens = new Map<number, Tokens>()
  readonly #whole = new Set<number>()
  readonly #cache = new CacheTally()
  readonly #branches = new BranchTally()

  add(request: MeasuredRequest, conversation: number, step: AgentStep): void {
    this.#branches.add(request, conversation, step)
    if (!isSuccess(request)) return
    const { whole } = step
    const { promptTokens, outputTokens } = request
    const tokens = this.#tokens.get(conversation) ?? { input: 0, output: 0 }
    this.#tokens.set(conversation, tokens)
    tokens.input += promptTokens
    tokens.output += outputTokens
    this.#cache.add(request, step)
    if (whole === undefined) return
    this.#whole.add(conversation)
    this.#tookS.push(whole.tookUs / usPerS)
    this.#modelS.push(whole.modelUs / usPerS)
    this.#toolS.push((whole.tookUs - whole.modelUs - whole.thinkUs) / usPerS)
  }

  summary(percentiles: readonly number[]): AgentSummary {
    const statsOf = (valuesS: readonly number[]) =>
      metricStats(listedDurations(Float64Array.from(valuesS)), percentiles)
    const whole = [...this.#tokens].flatMap(([id, tokens]) => (this.#whole.has(id) ? [tokens] : []))
    const meanOf = (of: (tokens: Tokens) => number) =>
      whole.reduce((sum, tokens) => sum + of(tokens), 0) / Math.max(1, whole.length)
    return {
      timeToSolution: statsOf(this.#tookS),
      modelTime: statsOf(this.#modelS),
      toolTime: statsOf(this.#toolS),
      inputTokens: meanOf(({ input }) => input),
      outputTokens: meanOf(({ output }) => output),
      cache: this.#cache.use,
      branches: this.#branches.summary,
    }
  }
}
