// The branches of a trajectory that the client may cancel: what cancels each, and which were.
import type { PlannedStep } from '#contract/load-protocol.ts'
import type { RequestError, RequestRecord } from '#core/model/run/request-record.ts'
import type { PlannedCancel } from '#core/workload/sampled-request.ts'
import type { TokenLimit } from '../exchange.ts'
import { branchCancelled } from '../failure.ts'

type Due = Readonly<{ branch: number; error: RequestError }>

/** A branch is known by the number of its first turn. */
export class Branches {
  readonly #cancels = new Map<number, PlannedCancel>()
  /** Token events so far. */
  readonly #spent = new Map<number, number>()
  readonly #cancelled = new Set<number>()
  /** Where a turn was cut. */
  readonly #wasCut = new Set<number>()

  constructor(steps: readonly PlannedStep[]) {
    for (const [number, { cancel }] of steps.entries()) {
      if (cancel !== undefined) this.#cancels.set(number, cancel)
    }
  }

  get cancelled(): readonly number[] {
    return [...this.#cancelled]
  }

  stepsOf(branch: number): readonly number[] {
    return this.#cancels.get(branch)?.steps ?? []
  }

  /** Seconds after which the branch that a turn begins is cancelled; null where none is. */
  patienceS(number: number): number | null {
    return this.#cancels.get(number)?.afterS ?? null
  }

  /** Of a turn that leaves: the fewest that a branch of it has left. */
  tokenLimitOf(number: number): TokenLimit | null {
    let least: TokenLimit | null = null
    for (const [branch, { afterTokens }] of this.#with(number)) {
      if (afterTokens === null) continue
      const tokens = Math.max(1, afterTokens - (this.#spent.get(branch) ?? 0))
      if (tokens < (least?.tokens ?? Infinity)) {
        least = { tokens, error: branchCancelled.tokens(afterTokens) }
      }
    }
    return least
  }

  /** What a turn took that has ended. */
  spend(number: number, record: RequestRecord): void {
    const { firstTokenAtUs, interTokenLatenciesUs, error } = record
    const tokens = firstTokenAtUs === null ? 0 : interTokenLatenciesUs.length + 1
    for (const [branch] of this.#with(number)) {
      if (error?.code === 'branch-cancelled') this.#wasCut.add(branch)
      this.#spent.set(branch, (this.#spent.get(branch) ?? 0) + tokens)
    }
  }

  /** Branches that are cancelled now that a turn has ended: out of tokens, or of no use any more. */
  dueAfter(number: number, { error }: Pick<RequestRecord, 'error'>): readonly Due[] {
    const due: Due[] = []
    for (const [branch, { afterTokens }] of this.#with(number)) {
      const isSpent = afterTokens !== null && (this.#spent.get(branch) ?? 0) >= afterTokens
      if (isSpent) due.push({ branch, error: branchCancelled.tokens(afterTokens) })
    }
    if (error?.code === 'branch-cancelled') return due
    for (const [branch, { when }] of this.#cancels) {
      if (when.includes(number)) due.push({ branch, error: branchCancelled.other })
    }
    return due
  }

  /** False for one that was cancelled before, or is over. One whose last turn was cut is not: its response is not whole. */
  cancel(branch: number, isUnderWay: boolean): boolean {
    const isNew = !this.#cancelled.has(branch) && (isUnderWay || this.#wasCut.has(branch))
    if (isNew) this.#cancelled.add(branch)
    return isNew
  }

  /** Whether a turn is in one that was cancelled. */
  isCancelled(number: number): boolean {
    return this.#with(number).some(([branch]) => this.#cancelled.has(branch))
  }

  #with(number: number): [branch: number, cancel: PlannedCancel][] {
    if (this.#cancels.size === 0) return []
    return [...this.#cancels].filter(([, { steps }]) => steps.includes(number))
  }
}
