// Calls back at a point in time, to a fraction of a millisecond: Node's own timers only know whole ones.

/** Node's timers may be this late; the rest of the way is slept exactly. */
const timerSlackMs = 1

/** One deadline at a time, on the clock of `performance.now()`. */
export class DeadlineTimer {
  readonly #callback: () => void
  readonly #cell = new Int32Array(new SharedArrayBuffer(4))
  #timeout: NodeJS.Timeout | null = null
  #immediate: NodeJS.Immediate | null = null

  constructor(callback: () => void) {
    this.#callback = callback
  }

  /** Replaces the deadline set before. */
  set(deadlineMs: number): void {
    this.clear()
    const leftMs = deadlineMs - performance.now()
    if (leftMs > 2 * timerSlackMs) {
      this.#timeout = setTimeout(() => this.set(deadlineMs), Math.floor(leftMs - timerSlackMs))
    } else {
      this.#immediate = setImmediate(() => this.#sleepUntil(deadlineMs))
    }
  }

  clear(): void {
    if (this.#timeout !== null) clearTimeout(this.#timeout)
    if (this.#immediate !== null) clearImmediate(this.#immediate)
    this.#timeout = null
    this.#immediate = null
  }

  /** Blocks the thread for at most two milliseconds. What arrives meanwhile is read before the callback runs. */
  #sleepUntil(deadlineMs: number): void {
    const leftMs = deadlineMs - performance.now()
    if (leftMs > 0) Atomics.wait(this.#cell, 0, 0, leftMs)
    this.#immediate = setImmediate(this.#callback)
  }
}
