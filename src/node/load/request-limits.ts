// Aborts requests in flight: after the timeout of an attempt, and when the client cancels on purpose.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { ConversationTurn, RequestError } from '#core/records/request-record.ts'
import type { Exchange, PlannedRequest, TokenLimit } from './exchange.ts'
import { timedOut } from './failure.ts'
import type { ClientCut, RequestConduct } from './request-conduct.ts'
import { afterReading } from './runtime/late-events.ts'
import { nowUs } from './runtime/clock.ts'
import * as features from './schedule/features.ts'

type BranchLimits = Readonly<{
  tokenLimitOf(turn: ConversationTurn | undefined): TokenLimit | null
}>

/** The feature's conduct of the client, if there is one. */
export const clientConduct: RequestConduct | undefined = Object.values<RequestConduct>(features)[0]

type LimitsPlan = Pick<LoadPlan, 'requestTimeoutS' | 'conduct' | 'readsWhole'>

export class RequestLimits {
  readonly #timeouts: SharedTimeout<Exchange>
  /** Null if no request is cancelled. */
  readonly #cut: ClientCut | null
  /** Null if no request is cancelled after a time. */
  readonly #cancelling: SharedTimeout<Exchange> | null = null
  readonly #tokenLimit: TokenLimit | null = null

  constructor({ requestTimeoutS, conduct, readsWhole }: LimitsPlan) {
    const tookTooLong = timedOut(requestTimeoutS)
    this.#timeouts = new SharedTimeout(requestTimeoutS, (each) => each.cut(tookTooLong))
    const isCut = conduct !== undefined && readsWhole !== true
    this.#cut = isCut ? (clientConduct?.cutOf(conduct) ?? null) : null
    if (this.#cut === null) return
    const { unit, amount, error } = this.#cut
    if (unit === 's') this.#cancelling = new SharedTimeout(amount, (each) => each.cut(error))
    else this.#tokenLimit = { tokens: amount, error }
  }

  /** True if requests may be cancelled: their slots must then become free at once. */
  get cancels(): boolean {
    return this.#cut !== null
  }

  /** Token limit of a request: its own, or the rest of its branch's, whichever is less. Null if there is neither. */
  tokensOf({ index, turn }: PlannedRequest, conversations: BranchLimits | null): TokenLimit | null {
    const ofBranch = conversations?.tokenLimitOf(turn) ?? null
    const own = this.#tokenLimit !== null && this.#isChosen(index) ? this.#tokenLimit : null
    if (own === null || ofBranch === null) return own ?? ofBranch
    return own.tokens < ofBranch.tokens ? own : ofBranch
  }

  begin(exchange: Exchange): void {
    this.#timeouts.begin(exchange)
  }

  /** Starts the client's cancel timer, which counts from the sending. */
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
    return this.#cut?.isChosen(index) === true
  }
}

/** A turn that waits for a retry has no exchange; it is cancelled when it is sent. */
export function cutTurn(
  exchanges: Iterable<Exchange>,
  { conversation, number }: ConversationTurn,
  error: RequestError,
): void {
  for (const exchange of [...exchanges]) {
    const { turn } = exchange.planned
    if (turn?.conversation === conversation && turn.number === number) exchange.cut(error)
  }
}

const longestTimerMs = 2 ** 31 - 1

/** One timer for many equal timeouts: they expire in the order they began, so only the oldest needs a timer. Exported for tests. */
export class SharedTimeout<Item> {
  readonly #limitUs: number
  readonly #onOver: (item: Item) => void
  /** Start time of each, oldest first. */
  readonly #begun = new Map<Item, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(limitS: number, onOver: (item: Item) => void) {
    this.#limitUs = limitS * 1e6
    this.#onOver = onOver
  }

  begin(item: Item): void {
    this.#begun.set(item, nowUs())
    if (this.#timer === undefined) this.#lookIn(this.#limitUs)
  }

  end(item: Item): void {
    this.#begun.delete(item)
  }

  /** No timeout is pending any more. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#begun.clear()
  }

  #lookIn(us: number): void {
    const ms = Math.min(Math.ceil(us / 1000), longestTimerMs)
    this.#timer = setTimeout(() => afterReading(() => this.#look()), ms)
  }

  #look(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [item, beganUs] of this.#begun) {
      const leftUs = beganUs + this.#limitUs - nowUs()
      if (leftUs > 0) return this.#lookIn(leftUs)
      this.#begun.delete(item)
      this.#onOver(item)
    }
  }
}
