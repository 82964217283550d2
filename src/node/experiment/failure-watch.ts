// Ends a load whose failures reach a limit: requests sent to a server that is gone, or that fails them, measure nothing.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { FailureLimit } from '#core/model/run/failure-limit.ts'
import {
  isFailure,
  outcomeOf,
  type RequestErrorCode,
  type RequestRecord,
} from '#core/model/run/request-record.ts'

const noConnection: ReadonlySet<RequestErrorCode> = new Set(['refused', 'dns'])

/** With fewer ended requests, a share of failures says little. */
export const fewestForErrorRate = 20

type Limits = Pick<BenchmarkConfig, 'maxConnectionErrors' | 'maxErrors' | 'maxErrorRate'>

export class FailureWatch {
  readonly #limits: Limits
  readonly #reached = new AbortController()
  #inSuccession = 0
  #failed = 0
  #ended = 0
  #limit: FailureLimit | null = null

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Aborts when a limit is reached. */
  get reached(): AbortSignal {
    return this.#reached.signal
  }

  /** The limit that was reached first; null before. */
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
    // How a request that was cut off would have ended is not known.
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
