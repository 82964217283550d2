// Detects failures that reach a limit, because requests to an unreachable or failing server measure nothing. Each sending thread
// watches its own records and reports them at once at a limit; the experiment watches all records and ends the load.
import type { FailureLimits } from '#contract/load-protocol.ts'
import type { FailureLimit } from '#core/model/run/failure-limit.ts'
import { isFailure, outcomeOf, type RequestErrorCode } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

const noConnection: ReadonlySet<RequestErrorCode> = new Set(['refused', 'dns'])

/** Minimum number of ended requests before a failure rate is computed. */
export const fewestForErrorRate = 20

/** Exported for tests. */
export const noFailureLimits: FailureLimits = {
  maxConnectionErrors: 0,
  maxErrors: null,
  maxErrorRate: null,
}

export class FailureWatch {
  readonly #limits: FailureLimits
  readonly #reached = new AbortController()
  #inSuccession = 0
  #failed = 0
  #ended = 0
  #limit: FailureLimit | null = null

  constructor(limits: FailureLimits = noFailureLimits) {
    this.#limits = limits
  }

  /** Aborts when a limit is reached. */
  get reached(): AbortSignal {
    return this.#reached.signal
  }

  /** The limit that was reached first; null until then. */
  get limit(): FailureLimit | null {
    return this.#limit
  }

  /** Records of ended requests, in the order in which they ended. */
  add(records: readonly Pick<RequestRecord, 'error'>[]): void {
    for (const { error } of records) {
      if (this.#limit !== null) return
      this.#count(error)
      this.#limit = this.#limitReached()
      if (this.#limit !== null) this.#reached.abort()
    }
  }

  #count(error: RequestRecord['error']): void {
    this.#inSuccession = error !== null && noConnection.has(error.code) ? this.#inSuccession + 1 : 0
    // A request that was cut short might have succeeded.
    if (outcomeOf(error) === 'cut-off') return
    this.#ended++
    if (isFailure(error)) this.#failed++
  }

  #limitReached(): FailureLimit | null {
    const { maxConnectionErrors, maxErrors, maxErrorRate } = this.#limits
    const [failed, ended] = [this.#failed, this.#ended]
    if (maxConnectionErrors > 0 && this.#inSuccession >= maxConnectionErrors) {
      return { kind: 'connections', failed: this.#inSuccession }
    }
    const isShareKnown = ended >= fewestForErrorRate
    const isTooMany =
      (maxErrors !== null && failed > maxErrors) ||
      (maxErrorRate !== null && isShareKnown && failed / ended > maxErrorRate)
    return isTooMany ? { kind: 'requests', failed, ended } : null
  }
}
