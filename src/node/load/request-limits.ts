// When a request in flight is cut from our side: after the timeout of an attempt, and where the client cancels it by intent.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { type CancelPolicy, isToBeCancelled } from '#core/workload/cancel-policy.ts'
import { SharedTimeout } from './connections/shared-timeout.ts'
import type { Exchange, TokenLimit } from './exchange.ts'
import { clientCancelled, timedOut } from './failure.ts'

export class RequestLimits {
  readonly #timeouts: SharedTimeout<Exchange>
  /** Null where no request is cancelled. */
  readonly #policy: CancelPolicy | null
  /** Null where none is cancelled after a time. */
  readonly #cancelling: SharedTimeout<Exchange> | null
  readonly #tokenLimit: TokenLimit | null

  constructor({ requestTimeoutS, cancels }: Pick<LoadPlan, 'requestTimeoutS' | 'cancels'>) {
    const tookTooLong = timedOut(requestTimeoutS)
    this.#timeouts = new SharedTimeout(requestTimeoutS, (each) => each.cut(tookTooLong))
    this.#policy = cancels ?? null
    const after = cancels?.after
    const error = after && clientCancelled(after)
    const isTimed = after?.unit === 's' && error !== undefined
    this.#cancelling = isTimed ? new SharedTimeout(after.amount, (each) => each.cut(error)) : null
    const isCounted = after?.unit === 'tok' && error !== undefined
    this.#tokenLimit = isCounted ? { tokens: after.amount, error } : null
  }

  /** The place of a cancelled request must be free at once. */
  get cancels(): boolean {
    return this.#policy !== null
  }

  /** Null where the request with this index is not cancelled after a number of tokens. */
  tokensOf(index: number): TokenLimit | null {
    return this.#tokenLimit !== null && this.#isChosen(index) ? this.#tokenLimit : null
  }

  begin(exchange: Exchange): void {
    this.#timeouts.begin(exchange)
  }

  /** The client's patience begins when the request leaves. */
  onSending(exchange: Exchange): void {
    if (this.#cancelling === null) return
    if (this.#isChosen(exchange.planned.index)) this.#cancelling.begin(exchange)
  }

  end(exchange: Exchange): void {
    this.#timeouts.end(exchange)
    this.#cancelling?.end(exchange)
  }

  clear(): void {
    this.#timeouts.clear()
    this.#cancelling?.clear()
  }

  #isChosen(index: number): boolean {
    return this.#policy !== null && isToBeCancelled(this.#policy, index)
  }
}
