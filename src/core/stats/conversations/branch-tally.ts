// Branches of agents: how many were cancelled, and the tokens they used.
import type { BranchSummary } from '#core/model/run/conversation-summary.ts'
import type { AgentStep } from '#core/records/request-record.ts'
import { sum } from '#core/base/spread.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'

type Spent = { input: number; output: number; cut: number }

type TrajectoryBranches = {
  /** By the number of the step that began the branch. */
  readonly branches: Map<number, Spent>
  outputTokens: number
  /** Null until the trajectory has ended. */
  cancelled: readonly number[] | null
}

export class BranchTally {
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
