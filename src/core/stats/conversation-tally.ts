// Assembles the requests of a run into conversations, in any order.
import type {
  ConversationSummary,
  TurnSummary,
  CacheUse,
} from '#core/model/run/conversation-summary.ts'
import { answerLatencies, type MetricName, ofLatencies } from '#core/metrics/latencies.ts'
import { listedDurations } from './durations/durations.ts'
import { isFailure } from '#core/records/request-outcome.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { metricStats, MetricValues } from './metric-stats.ts'
import type { AgentStep } from '#core/records/request-record.ts'

type ConversationState = {
  startS: number
  endS: number
  answered: number
  failed: boolean
  /** Rejected, cancelled or cut off. A cancelled branch does not count if its trajectory continues without it. */
  unfinished: boolean
}

/** Includes p99 for every turn, regardless of the requested percentiles. */
export function withTail(percentiles: readonly number[]): readonly number[] {
  return [...new Set([...percentiles, 99])]
}

export class ConversationTally {
  readonly #conversations = new Map<number, ConversationState>()
  /** By position, which may be any number in a bundle. */
  readonly #turns = new Map<number, TurnValues>()

  add(request: MeasuredRequest): void {
    if (request.turn === undefined) return
    const { conversation, number, step } = request.turn
    // Agent steps may run in parallel, so they are grouped by depth.
    const place = step?.depth ?? number
    const turn = this.#turns.get(place) ?? new TurnValues()
    this.#turns.set(place, turn)
    turn.add(request)
    const held = this.#conversations.get(conversation) ?? {
      ...{ startS: Infinity, endS: 0, answered: 0, failed: false, unfinished: false },
    }
    this.#conversations.set(conversation, held)
    this.#addTo(held, request)
  }

  /** Null if no request belongs to a conversation. */
  summary(percentiles: readonly number[]): ConversationSummary | null {
    if (this.#conversations.size === 0) return null
    const reported = withTail(percentiles)
    const all = [...this.#conversations.values()]
    const completed = all.filter(({ failed, unfinished }) => !failed && !unfinished)
    const durationsS = completed.map((held) => held.endS - held.startS)
    return {
      completed: completed.length,
      failed: all.filter(({ failed }) => failed).length,
      turnsEach: all.reduce((sum, { answered }) => sum + answered, 0) / all.length,
      duration: metricStats(listedDurations(Float64Array.from(durationsS)), reported),
      turns: this.#turnsInOrder().map(([number, turn]) => turn.summary(number, reported)),
    }
  }

  #turnsInOrder(): (readonly [number, TurnValues])[] {
    return [...this.#turns].sort(([a], [b]) => a - b)
  }

  #addTo(held: ConversationState, request: MeasuredRequest): void {
    held.startS = Math.min(held.startS, request.startS)
    held.endS = Math.max(held.endS, endS(request))
    if (isSuccess(request)) held.answered++
    else if (isFailure(request.error)) held.failed = true
    else if (request.error?.code !== 'branch-cancelled') held.unfinished = true
  }
}

/** Latencies of all turns at the same position of their conversations. */
class TurnValues {
  readonly #values = new MetricValues()
  #completed = 0
  #failed = 0
  #inputTokens = 0
  #outputTokens = 0
  readonly #cache = new CacheTally()

  add(request: MeasuredRequest): void {
    if (isFailure(request.error)) this.#failed++
    if (!isSuccess(request)) return
    this.#completed++
    this.#values.add(request)
    this.#inputTokens += request.promptTokens
    this.#outputTokens += request.outputTokens
    if (request.turn?.step !== undefined) this.#cache.add(request, request.turn.step)
  }

  summary(number: number, percentiles: readonly number[]): TurnSummary {
    const statsOf = (name: MetricName) => this.#values.statsOf(name, percentiles)
    return {
      number,
      completed: this.#completed,
      failed: this.#failed,
      inputTokens: this.#completed === 0 ? 0 : this.#inputTokens / this.#completed,
      outputTokens: this.#outputTokens,
      ...(this.#cache.use !== null && { cache: this.#cache.use }),
      ...ofLatencies(answerLatencies, statsOf),
      itl: statsOf('itl'),
    }
  }
}

/** Tokens of prompts with both counts known. */
export class CacheTally {
  #isKnown = false
  #promptTokens = 0
  #cachedTokens = 0
  #reusableTokens = 0

  add({ promptTokens, cachedTokens }: MeasuredRequest, { reusableTokens }: AgentStep): void {
    if (cachedTokens === undefined || reusableTokens === null) return
    this.#isKnown = true
    this.#promptTokens += promptTokens
    this.#cachedTokens += cachedTokens
    this.#reusableTokens += Math.min(reusableTokens, promptTokens)
  }

  /** Null if no counts are known. */
  get use(): CacheUse | null {
    if (!this.#isKnown) return null
    const [promptTokens, cachedTokens] = [this.#promptTokens, this.#cachedTokens]
    return { promptTokens, cachedTokens, reusableTokens: this.#reusableTokens }
  }
}
