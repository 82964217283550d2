// Ends a load that no longer reaches its server: requests sent to nothing measure nothing.
import type { RequestErrorCode, RequestRecord } from '#core/model/run/request-record.ts'

const noConnection: ReadonlySet<RequestErrorCode> = new Set(['refused', 'dns'])

export class ConnectionWatch {
  readonly #limit: number
  readonly #lost = new AbortController()
  #inSuccession = 0

  /** `limit` connection errors in succession abort; 0 never does. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Aborts when the limit is reached. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Records of ended requests, in the order in which they ended. */
  add(records: readonly Pick<RequestRecord, 'error'>[]): void {
    if (this.#limit === 0 || this.#lost.signal.aborted) return
    for (const { error } of records) {
      this.#inSuccession =
        error !== null && noConnection.has(error.code) ? this.#inSuccession + 1 : 0
      if (this.#inSuccession >= this.#limit) return this.#lost.abort()
    }
  }
}
