// One timer for many equal timeouts: they expire in the order they began, so only the oldest needs a timer.
import { afterReading } from '../runtime/after-reading.ts'
import { nowUs } from '../runtime/clock.ts'

const longestTimerMs = 2 ** 31 - 1

export class SharedTimeout<Item> {
  readonly #limitUs: number
  readonly #onOver: (item: Item) => void
  /** Start time of each, oldest first. */
  readonly #begun = new Map<Item, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(limitS: number, onOver: (item: Item) => void) {
    this.#limitUs = limitS * 1e6
    this.#onOver = onOver
  }

  begin(item: Item): void {
    this.#begun.set(item, nowUs())
    if (this.#timer === undefined) this.#lookIn(this.#limitUs)
  }

  end(item: Item): void {
    this.#begun.delete(item)
  }

  /** No timeout is pending any more. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#begun.clear()
  }

  #lookIn(us: number): void {
    const ms = Math.min(Math.ceil(us / 1000), longestTimerMs)
    this.#timer = setTimeout(() => afterReading(() => this.#look()), ms)
  }

  #look(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const [item, beganUs] of this.#begun) {
      const leftUs = beganUs + this.#limitUs - nowUs()
      if (leftUs > 0) return this.#lookIn(leftUs)
      this.#begun.delete(item)
      this.#onOver(item)
    }
  }
}
