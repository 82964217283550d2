// Longest turn of this process's event loop, in processor time of its thread: how long a window waited for the application,
// apart from other work on the machine.
import { threadCpuUs } from '#node/load/runtime/client-monitor.ts'

/** Included in the longest turn, at most. */
const lookEveryMs = 5

export class TurnWatch {
  readonly #timer = setInterval(() => this.#look(), lookEveryMs).unref()
  #lastUs = threadCpuUs()
  #longestUs = 0

  /** Stops watching. Null if the processor time of a thread is unknown. */
  end(): number | null {
    this.#look()
    clearInterval(this.#timer)
    return this.#lastUs === null ? null : this.#longestUs
  }

  #look(): void {
    const nowUs = threadCpuUs()
    if (nowUs === null || this.#lastUs === null) return
    this.#longestUs = Math.max(this.#longestUs, nowUs - this.#lastUs)
    this.#lastUs = nowUs
  }
}
