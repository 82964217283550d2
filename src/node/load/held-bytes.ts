// Limits the total memory for responses in flight on one thread, whatever their number.
import { isMainThread } from 'node:worker_threads'

/** A process has at most eight load threads. */
export const mostHeldBytes = (isMainThread ? 256 : 64) * 2 ** 20

/** Exported for tests. */
export class HeldBytes {
  readonly #most: number
  #bytes = 0
  /** Number of responses that hold memory. */
  #responses = 0

  constructor(most = mostHeldBytes) {
    this.#most = most
  }

  /** Updates a response's bytes. Returns whether it must end: memory is short, and it exceeds its share. */
  change(before: number, now: number): boolean {
    this.#bytes += now - before
    this.#responses += Number(now > 0) - Number(before > 0)
    return this.#bytes > this.#most && now * this.#responses >= this.#bytes
  }
}

export const heldBytes = new HeldBytes()
