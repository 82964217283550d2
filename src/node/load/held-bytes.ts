// Memory that the responses in flight of a thread may take together, however many there are.
import { isMainThread } from 'node:worker_threads'

/** A process has at most eight threads for load. */
export const mostHeldBytes = (isMainThread ? 256 : 64) * 2 ** 20

/** Exported for tests. */
export class HeldBytes {
  readonly #most: number
  #bytes = 0
  /** Number that hold any. */
  #responses = 0

  constructor(most = mostHeldBytes) {
    this.#most = most
  }

  /** One response holds `now` bytes in place of `before`. Returns whether it must end: memory is short, and it takes more than its part. */
  change(before: number, now: number): boolean {
    this.#bytes += now - before
    this.#responses += Number(now > 0) - Number(before > 0)
    return this.#bytes > this.#most && now * this.#responses >= this.#bytes
  }
}

/** Of this thread. */
export const heldBytes = new HeldBytes()
