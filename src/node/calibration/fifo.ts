// First in, first out, without moving what stays.

export class Fifo<Item> {
  #items: Item[] = []
  #taken = 0

  get first(): Item | undefined {
    return this.#items[this.#taken]
  }

  push(item: Item): void {
    this.#items.push(item)
  }

  /** Not to be called on an empty one. */
  shift(): Item {
    const item = this.#items[this.#taken]
    if (item === undefined) throw new RangeError('nothing waits')
    this.#taken++
    if (this.#taken * 2 > this.#items.length) this.#forgetTaken()
    return item
  }

  #forgetTaken(): void {
    this.#items = this.#items.slice(this.#taken)
    this.#taken = 0
  }
}
