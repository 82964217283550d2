// Conduct of the client: cancels the chosen requests, and sends rejected ones again.
import type { RequestRecord } from '#core/records/request-record.ts'
import { message } from '#core/messages/message.ts'
import { failure } from '#node/load/failure.ts'
import type { Exchange, PlannedRequest } from '#node/load/exchange.ts'
import type { RequestConduct, ResendQueue } from '#node/load/request-conduct.ts'
import { DueQueue } from '#node/load/schedule/due-queue.ts'
import { cancelAfterOf, isToBeCancelled } from '#features/gateways/core/cancel-policy.ts'
import { type RetryPolicy, retryWaitUs } from '#features/gateways/core/retry-policy.ts'

export const clientConduct: RequestConduct = {
  cutOf({ cancelAfter, cancelShare: share, seed }) {
    const after = cancelAfter === null ? null : cancelAfterOf(cancelAfter)
    if (after === null) return null
    const isChosen = (index: number) => isToBeCancelled({ share, seed }, index)
    const { unit, amount } = after
    const text =
      unit === 's'
        ? message('runs.failed.clientCancelledTime', { seconds: amount })
        : message('runs.failed.clientCancelledTokens', { tokens: amount })
    return { unit, amount, error: failure('client-cancelled', text), isChosen }
  },
  resendsOf(plan, resend) {
    const { retryStatus: statuses = null, retryMax: maxRetries = 0, seed = 0 } = plan.conduct ?? {}
    if (statuses === null) return null
    // A conversation that was started runs to its end, with the retries of its turns.
    const { sendUntilS = Infinity, conversations } = plan
    const untilUs = conversations === undefined ? sendUntilS * 1e6 : Infinity
    return new Retries({ statuses, maxRetries, seed }, { untilUs, resend })
  },
}

type PendingRetry = Readonly<{ planned: PlannedRequest; rejection: RequestRecord }>

type RetryOptions = Readonly<{
  /** Time after which nothing is sent, in µs since the start. */
  untilUs: number
  resend(planned: PlannedRequest): void
}>

class Retries implements ResendQueue {
  readonly first = { rejected: [] }
  readonly #policy: RetryPolicy
  readonly #untilUs: number
  readonly #waiting: DueQueue<PendingRetry>
  #startUs = 0
  #stopped = false

  constructor(policy: RetryPolicy, { untilUs, resend }: RetryOptions) {
    this.#policy = policy
    this.#untilUs = untilUs
    this.#waiting = new DueQueue(({ planned }) => resend(planned))
  }

  start(startUs: number): void {
    this.#startUs = startUs
  }

  afterAttempt({ planned, refusal }: Exchange, record: RequestRecord): RequestRecord | null {
    const policy = this.#policy
    if (refusal === null || !policy.statuses.includes(refusal.status)) return record
    const { rejected = [], index } = planned
    const { sentAtUs, endedAtUs } = record
    const rejection = rejectedFor(record)
    if (this.#stopped || rejected.length >= policy.maxRetries) return rejection
    const waitUs = retryWaitUs(policy, {
      index,
      attempt: rejected.length,
      retryAfter: refusal.header('retry-after'),
      retryAfterMs: refusal.header('retry-after-ms'),
      epochMs: Date.now(),
    })
    if (waitUs === null || endedAtUs + waitUs >= this.#untilUs) return rejection
    const dueAtUs = endedAtUs + waitUs
    const attempt = { sentAtUs, endedAtUs, status: refusal.status, waitUs }
    const again = { ...planned, dueAtUs, rejected: [...rejected, attempt] }
    this.#waiting.add(this.#startUs + dueAtUs, { planned: again, rejection })
    return null
  }

  stop(): RequestRecord[] {
    this.#stopped = true
    return this.#waiting.clear().map(({ rejection }) => rejection)
  }
}

function rejectedFor(record: RequestRecord): RequestRecord {
  const { error } = record
  return error === null ? record : { ...record, error: { ...error, code: 'rejected' } }
}
