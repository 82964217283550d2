// Time that passes only when nothing is left to do: timers and the monotonic clock of this process, replaced.

type Timer = { atMs: number; everyMs: number | null; run: () => void; refresh: () => void }

const realImmediate = setImmediate

export class VirtualTime {
  nowMs = 0
  #timers = new Set<Timer>()
  readonly #own = { setTimeout, clearTimeout, setInterval, clearInterval }
  readonly #now = performance.now.bind(performance)

  install(): void {
    const set = (run: () => void, ms = 0, everyMs: number | null = null): Timer => {
      const refresh = () => void (timer.atMs = this.nowMs + Math.max(0, ms))
      const timer: Timer = { atMs: this.nowMs + Math.max(0, ms), everyMs, run, refresh }
      this.#timers.add(timer)
      return timer
    }
    const clear = (timer: unknown): void => void this.#timers.delete(timer as Timer)
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms?: number) => set(run, ms),
      setInterval: (run: () => void, ms = 1) => set(run, ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
    })
    performance.now = () => this.nowMs
  }

  restore(): void {
    Object.assign(globalThis, this.#own)
    performance.now = this.#now
  }

  /** Runs what is due, in order, until the promise settles. */
  async until<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false
    void promise.then(
      () => (isSettled = true),
      () => (isSettled = true),
    )
    for (;;) {
      await this.#settle()
      if (isSettled) return promise
      this.#runNext()
    }
  }

  /** Everything that is under way without time: microtasks, and what streams hand on. */
  async #settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => realImmediate(resolve))
    }
  }

  /** All timers of the next moment. */
  #runNext(): void {
    let nextMs = Infinity
    for (const { atMs } of this.#timers) nextMs = Math.min(nextMs, atMs)
    if (nextMs === Infinity) throw new Error('nothing is due, and something is waited for')
    this.nowMs = Math.max(this.nowMs, nextMs)
    for (const timer of [...this.#timers]) {
      if (timer.atMs > this.nowMs || !this.#timers.has(timer)) continue
      if (timer.everyMs === null) this.#timers.delete(timer)
      else timer.atMs += timer.everyMs
      timer.run()
    }
  }
}
