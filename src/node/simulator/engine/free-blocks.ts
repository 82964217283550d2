// The free KV blocks, least recently used first. Any of them can be taken out again in constant time.

export class FreeBlocks {
  readonly #next: Int32Array
  readonly #previous: Int32Array
  /** One past the last block: head and tail of the ring. */
  readonly #ring: number
  #size = 0

  constructor(count: number) {
    this.#ring = count
    this.#next = new Int32Array(count + 1)
    this.#previous = new Int32Array(count + 1)
    this.#next[count] = count
    this.#previous[count] = count
    for (let block = 0; block < count; block++) this.append(block)
  }

  get size(): number {
    return this.#size
  }

  append(block: number): void {
    const last = this.#previous[this.#ring] ?? this.#ring
    this.#join(last, block)
    this.#join(block, this.#ring)
    this.#size++
  }

  remove(block: number): void {
    this.#join(this.#previous[block] ?? this.#ring, this.#next[block] ?? this.#ring)
    this.#size--
  }

  /** The least recently used one; null when none is free. */
  take(): number | null {
    const first = this.#next[this.#ring] ?? this.#ring
    if (first === this.#ring) return null
    this.remove(first)
    return first
  }

  #join(left: number, right: number): void {
    this.#next[left] = right
    this.#previous[right] = left
  }
}
