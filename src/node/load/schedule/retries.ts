// Requests that the server rejected, until they are retried. A waiting request keeps its slot.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { type RetryPolicy, retryWaitUs } from '#core/traits/retry-policy.ts'
import type { Exchange, PlannedRequest } from '../exchange.ts'
import { DueQueue } from './due-queue.ts'

type PendingRetry = Readonly<{ planned: PlannedRequest; rejection: RequestRecord }>

/** Attempts of a new request, in a run with retries. */
export const firstAttempt: Pick<PlannedRequest, 'rejected'> = { rejected: [] }

type RetryOptions = Readonly<{
  policy: RetryPolicy
  /** Time after which nothing is sent, in µs since the start. */
  untilUs: number
  resend(planned: PlannedRequest): void
}>

export class Retries {
  readonly #options: RetryOptions
  readonly #waiting: DueQueue<PendingRetry>
  #startUs = 0
  #stopped = false

  constructor(options: RetryOptions) {
    this.#options = options
    this.#waiting = new DueQueue(({ planned }) => options.resend(planned))
  }

  start(startUs: number): void {
    this.#startUs = startUs
  }

  /** The record of a finished request; null if it is sent again. */
  afterAttempt({ planned, refusal }: Exchange, record: RequestRecord): RequestRecord | null {
    const { policy, untilUs } = this.#options
    if (refusal === null || !policy.statuses.includes(refusal.status)) return record
    const { rejected = [], index } = planned
    const { sentAtUs, endedAtUs } = record
    const rejection = rejectedFor(record)
    if (this.#stopped || rejected.length >= policy.maxRetries) return rejection
    const waitUs = retryWaitUs(policy, {
      index,
      attempt: rejected.length,
      retryAfter: refusal.header('retry-after'),
      epochMs: Date.now(),
    })
    const dueAtUs = endedAtUs + waitUs
    if (dueAtUs >= untilUs) return rejection
    const attempt = { sentAtUs, endedAtUs, status: refusal.status, waitUs }
    const again = { ...planned, dueAtUs, rejected: [...rejected, attempt] }
    this.#waiting.add(this.#startUs + dueAtUs, { planned: again, rejection })
    return null
  }

  /** Stops sending; returns the records of the requests that waited. */
  stop(): RequestRecord[] {
    this.#stopped = true
    return this.#waiting.clear().map(({ rejection }) => rejection)
  }
}

function rejectedFor(record: RequestRecord): RequestRecord {
  const { error } = record
  return error === null ? record : { ...record, error: { ...error, code: 'rejected' } }
}

/** Infinity for conversations, because a started one runs to its end, with the retries of its turns. */
export function retriesUntilS({ sendUntilS = Infinity, conversations }: LoadPlan): number {
  return conversations === undefined ? sendUntilS : Infinity
}
