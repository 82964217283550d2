// How long garbage collection stopped this thread, in µs.
import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'

export class GcPauses {
  totalUs = 0
  maxUs = 0
  readonly #observer = new PerformanceObserver((list) => this.#add(list.getEntries()))

  start(): void {
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  stop(): void {
    this.#add(this.#observer.takeRecords())
    this.#observer.disconnect()
  }

  #add(entries: readonly PerformanceEntry[]): void {
    for (const { duration } of entries) {
      this.totalUs += duration * 1000
      this.maxUs = Math.max(this.maxUs, duration * 1000)
    }
  }
}
