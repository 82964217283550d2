// Branches of a trajectory that the client may cancel: the limits of each, and those already cancelled.
import type { PlannedStep } from '#contract/load-protocol.ts'
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'
import type { PlannedCancel } from '#core/workload/sampled-request.ts'
import type { TokenLimit } from '../exchange.ts'
import { branchCancelled } from '../failure.ts'

type Due = Readonly<{ branch: number; error: RequestError }>

/** A branch is identified by the number of its first turn. */
export class Branches {
  readonly #cancels = new Map<number, PlannedCancel>()
  /** Token events so far, by branch. */
  readonly #spent = new Map<number, number>()
  readonly #cancelled = new Set<number>()
  /** Branches with a cancelled turn. */
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

  /** Seconds after which the branch that begins with a turn is cancelled; null if never. */
  patienceS(number: number): number | null {
    return this.#cancels.get(number)?.afterS ?? null
  }

  /** Token limit of a turn that is sent: the smallest remainder among its branches. */
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

  /** Counts the tokens of an ended turn. */
  spend(number: number, record: RequestRecord): void {
    const { firstTokenAtUs, interTokenLatenciesUs, error } = record
    const tokens = firstTokenAtUs === null ? 0 : interTokenLatenciesUs.length + 1
    for (const [branch] of this.#with(number)) {
      if (error?.code === 'branch-cancelled') this.#wasCut.add(branch)
      this.#spent.set(branch, (this.#spent.get(branch) ?? 0) + tokens)
    }
  }

  /** Branches to cancel after a turn has ended: out of tokens, or no longer needed. */
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

  /** False if it was cancelled or has finished. A cut last turn is not finished, because its response is incomplete. */
  cancel(branch: number, isUnderWay: boolean): boolean {
    const isNew = !this.#cancelled.has(branch) && (isUnderWay || this.#wasCut.has(branch))
    if (isNew) this.#cancelled.add(branch)
    return isNew
  }

  /** Whether a turn belongs to a cancelled branch. */
  isCancelled(number: number): boolean {
    return this.#with(number).some(([branch]) => this.#cancelled.has(branch))
  }

  #with(number: number): [branch: number, cancel: PlannedCancel][] {
    if (this.#cancels.size === 0) return []
    return [...this.#cancels].filter(([, { steps }]) => steps.includes(number))
  }
}
