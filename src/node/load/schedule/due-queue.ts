// A queue of items with due times, released when due, the earliest first.
import { nowUs } from '../runtime/clock.ts'
import { longestSliceUs } from './dispatcher.ts'
import { PreciseTimer } from '../runtime/precise-timer.ts'

type Entry<Item> = Readonly<{ dueUs: number; item: Item }>

export class DueQueue<Item> {
  readonly #onDue: (item: Item) => void
  readonly #timer = new PreciseTimer(() => this.#handOut())
  /** A binary heap: no entry is due before its parent, at half its position. */
  readonly #entries: Entry<Item>[] = []

  constructor(onDue: (item: Item) => void) {
    this.#onDue = onDue
  }

  /** Never released before this returns, however late it already is; `dueUs` is on the local clock. */
  add(dueUs: number, item: Item): void {
    const entries = this.#entries
    let place = entries.push({ dueUs, item }) - 1
    while (place > 0 && this.#swapIfEarlier(place, (place - 1) >> 1)) place = (place - 1) >> 1
    if (place === 0) this.#timer.set(dueUs)
  }

  /** Removes items that are no longer needed. */
  remove(isUnwanted: (item: Item) => boolean): void {
    this.#timer.clear()
    const kept = this.#entries.splice(0).filter(({ item }) => !isUnwanted(item))
    for (const { dueUs, item } of kept) this.add(dueUs, item)
  }

  /** Removes all items, and returns them in no particular order. */
  clear(): Item[] {
    this.#timer.clear()
    return this.#entries.splice(0).map(({ item }) => item)
  }

  #handOut(): void {
    const sinceUs = nowUs()
    for (;;) {
      const first = this.#entries[0]
      if (first === undefined) return
      const atUs = nowUs()
      if (first.dueUs > atUs) return this.#timer.set(first.dueUs)
      // Responses must be handled before all due items are released.
      if (atUs - sinceUs > longestSliceUs) return this.#timer.set(0)
      this.#removeFirst()
      this.#onDue(first.item)
    }
  }

  #removeFirst(): void {
    const last = this.#entries.pop()
    if (last === undefined || this.#entries.length === 0) return
    this.#entries[0] = last
    let place = 0
    for (;;) {
      const child = this.#earlierChild(place)
      if (!this.#swapIfEarlier(child, place)) return
      place = child
    }
  }

  #earlierChild(place: number): number {
    const left = 2 * place + 1
    return this.#dueUsAt(left + 1) < this.#dueUsAt(left) ? left + 1 : left
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const below = this.#entries[lower]
    const above = this.#entries[upper]
    if (below === undefined || above === undefined || below.dueUs >= above.dueUs) return false
    this.#entries[upper] = below
    this.#entries[lower] = above
    return true
  }

  #dueUsAt(place: number): number {
    return this.#entries[place]?.dueUs ?? Infinity
  }
}
