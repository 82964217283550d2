// Assembles the steps of a run into trajectories, in any order.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { sum } from '#core/base/spread.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import type { AgentStep } from '#core/records/request-record.ts'
import { CacheTally, withTail } from '#core/stats/conversation-tally.ts'
import { listedDurations } from '#core/stats/durations/durations.ts'
import { metricStats } from '#core/stats/metric-stats.ts'
import type { AgentSummary, BranchSummary } from './agent-summary.ts'

/** Empty for runs without trajectories. */
export function agentSummary(
  requests: Iterable<MeasuredRequest>,
  { metricPercentiles }: Pick<BenchmarkConfig, 'metricPercentiles'>,
  { conversations }: Pick<RunSummary, 'conversations'>,
): Pick<RunSummary, 'conversations'> | null {
  if (conversations === null) return null
  let agents: AgentTally | null = null
  for (const request of requests) {
    const { turn } = request
    if (turn?.step === undefined) continue
    agents ??= new AgentTally()
    agents.add(request, turn.conversation, turn.step)
  }
  return (
    agents && { conversations: { ...conversations, agents: agents.summary(metricPercentiles) } }
  )
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
    const held: TrajectoryBranches = this.#held.get(conversation) ?? {
      branches: new Map(),
      outputTokens: 0,
      cancelled: null,
    }
    this.#held.set(conversation, held)
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
}

type Tokens = { input: number; output: number; isWhole: boolean }

const usPerS = 1e6

/** Time with the model and with tools, tokens and cache use of agents, step by step. */
class AgentTally {
  readonly #tookS: number[] = []
  readonly #modelS: number[] = []
  readonly #toolS: number[] = []
  readonly #tokens = new Map<number, Tokens>()
  readonly #cache = new CacheTally()
  readonly #branches = new BranchTally()

  add(request: MeasuredRequest, conversation: number, step: AgentStep): void {
    this.#branches.add(request, conversation, step)
    if (!isSuccess(request)) return
    const { whole } = step
    const { promptTokens, outputTokens } = request
    const tokens = this.#tokens.get(conversation) ?? { input: 0, output: 0, isWhole: false }
    this.#tokens.set(conversation, tokens)
    tokens.input += promptTokens
    tokens.output += outputTokens
    this.#cache.add(request, step)
    if (whole === undefined) return
    tokens.isWhole = true
    this.#tookS.push(whole.tookUs / usPerS)
    this.#modelS.push(whole.modelUs / usPerS)
    this.#toolS.push((whole.tookUs - whole.modelUs - whole.thinkUs) / usPerS)
  }

  summary(percentiles: readonly number[]): AgentSummary {
    const statsOf = (valuesS: readonly number[]) =>
      metricStats(listedDurations(Float64Array.from(valuesS)), withTail(percentiles))
    const whole = [...this.#tokens.values()].filter(({ isWhole }) => isWhole)
    const meanOf = (of: (tokens: Tokens) => number) =>
      sum(whole.map(of)) / Math.max(1, whole.length)
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
