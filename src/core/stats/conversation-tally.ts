// Assembles the requests of a run into conversations, in any order.
import type {
  ConversationSummary,
  TurnSummary,
  AgentSummary,
  BranchSummary,
  CacheUse,
} from '#core/model/run/conversation-summary.ts'
import { answerLatencies, type MetricName, ofLatencies } from '#core/metrics/latencies.ts'
import { listedDurations } from './durations/durations.ts'
import { isFailure } from '#core/records/request-outcome.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { metricStats, MetricValues } from './metric-stats.ts'
import type { AgentStep } from '#core/records/request-record.ts'
import { sum } from '#core/base/spread.ts'

type ConversationState = {
  startS: number
  endS: number
  answered: number
  failed: boolean
  /** Rejected, cancelled or cut off. A cancelled branch does not count if its trajectory continues without it. */
  unfinished: boolean
}

/** Included for every turn, regardless of the requested latencies. */
const tailPercentile = 99

export class ConversationTally {
  readonly #conversations = new Map<number, ConversationState>()
  /** By position, which may be any number in a bundle. */
  readonly #turns = new Map<number, TurnValues>()
  /** Null unless turns are agent steps. */
  #agents: AgentTally | null = null

  add(request: MeasuredRequest): void {
    if (request.turn === undefined) return
    const { conversation, number, step } = request.turn
    // Agent steps may run in parallel, so they are grouped by depth.
    const place = step?.depth ?? number
    const turn = this.#turns.get(place) ?? new TurnValues()
    this.#turns.set(place, turn)
    turn.add(request)
    if (step !== undefined) {
      this.#agents ??= new AgentTally()
      this.#agents.add(request, conversation, step)
    }
    this.#addTo(this.#heldOf(conversation), request)
  }

  /** Null if no request belongs to a conversation. */
  summary(percentiles: readonly number[]): ConversationSummary | null {
    if (this.#conversations.size === 0) return null
    const reported = [...new Set([...percentiles, tailPercentile])]
    const all = [...this.#conversations.values()]
    const completed = all.filter(({ failed, unfinished }) => !failed && !unfinished)
    const durationsS = completed.map((held) => held.endS - held.startS)
    return {
      completed: completed.length,
      failed: all.filter(({ failed }) => failed).length,
      turnsEach: all.reduce((sum, { answered }) => sum + answered, 0) / all.length,
      duration: metricStats(listedDurations(Float64Array.from(durationsS)), reported),
      turns: this.#turnsInOrder().map(([number, turn]) => turn.summary(number, reported)),
      ...(this.#agents !== null && { agents: this.#agents.summary(reported) }),
    }
  }

  #turnsInOrder(): (readonly [number, TurnValues])[] {
    return [...this.#turns].sort(([a], [b]) => a - b)
  }

  #heldOf(conversation: number): ConversationState {
    const held = this.#conversations.get(conversation)
    if (held !== undefined) return held
    const begun = { startS: Infinity, endS: 0, answered: 0, failed: false, unfinished: false }
    this.#conversations.set(conversation, begun)
    return begun
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

type Spent = { input: number; output: number; cut: number }

type TrajectoryBranches = {
  /** By the number of the step that began the branch. */
  readonly branches: Map<number, Spent>
  outputTokens: number
  /** Null until the trajectory has ended. */
  cancelled: readonly number[] | null
}

/** Branches of agents: number cancelled, and the tokens they used. */
class BranchTally {
  readonly #held = new Map<number, TrajectoryBranches>()

  /** Accepts requests in any order. */
  add(request: MeasuredRequest, conversation: number, step: AgentStep): void {
    const held = this.#heldOf(conversation)
    const output = isSuccess(request) ? request.outputTokens : (request.discardedTokens ?? 0)
    held.outputTokens += output
    if (step.endedAfterUs !== undefined) held.cancelled = step.cancelledBranches ?? []
    if (step.branch === undefined) return
    const spent = held.branches.get(step.branch) ?? { input: 0, output: 0, cut: 0 }
    held.branches.set(step.branch, spent)
    spent.input += request.promptTokens
    spent.output += output
    if (request.error?.code === 'branch-cancelled') spent.cut++
  }

  /** Null if no ended trajectory had a branch. */
  get summary(): BranchSummary | null {
    const ended = [...this.#held.values()].filter(({ cancelled }) => cancelled !== null)
    const cancelled = ended.flatMap(({ branches, cancelled: numbers }) =>
      (numbers ?? []).map((number) => branches.get(number) ?? { input: 0, output: 0, cut: 0 }),
    )
    const begun = sum(
      ended.map((one) => new Set([...one.branches.keys(), ...(one.cancelled ?? [])]).size),
    )
    if (begun === 0) return null
    return {
      begun,
      cancelled: cancelled.length,
      cancelledRequests: sum(cancelled.map(({ cut }) => cut)),
      inputTokens: sum(cancelled.map(({ input }) => input)),
      outputTokens: sum(cancelled.map(({ output }) => output)),
      allOutputTokens: sum(ended.map(({ outputTokens }) => outputTokens)),
    }
  }

  #heldOf(conversation: number): TrajectoryBranches {
    const held = this.#held.get(conversation)
    if (held !== undefined) return held
    const begun: TrajectoryBranches = { branches: new Map(), outputTokens: 0, cancelled: null }
    this.#held.set(conversation, begun)
    return begun
  }
}

type Tokens = { input: number; output: number }

const usPerS = 1e6

/** Time with the model and with tools, tokens and cache use of agents, step by step. */
class AgentTally {
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

/** Tokens of prompts with both counts known. */
class CacheTally {
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
