// A prompt of token ids as slices of lists shared by many prompts: small at any length, because ids are written out only on use.

/** From one position in a list up to but excluding another. */
export type Stretch = Readonly<{ ids: Uint32Array; from: number; to: number }>

export class TokenIds implements Iterable<number> {
  readonly stretches: readonly Stretch[]
  readonly length: number

  constructor(stretches: readonly Stretch[]) {
    this.stretches = stretches.every(isSome) ? stretches : stretches.filter(isSome)
    this.length = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  }

  static of(ids: Iterable<number>): TokenIds {
    return new TokenIds([wholeOf(Uint32Array.from(ids))])
  }

  toArray(): Uint32Array {
    const all = new Uint32Array(this.length)
    let end = 0
    for (const { ids, from, to } of this.stretches) {
      all.set(ids.subarray(from, to), end)
      end += to - from
    }
    return all
  }

  /** Ids before a position, not written out either. */
  upTo(end: number): TokenIds {
    let left = end
    const kept = this.stretches.map(({ ids, from, to }) => {
      const taken = Math.min(left, to - from)
      left -= taken
      return { ids, from, to: from + taken }
    })
    return new TokenIds(kept)
  }

  first(count: number): number[] {
    const ids: number[] = []
    for (const { ids: list, from, to } of this.stretches) {
      if (ids.length === count) break
      ids.push(...list.subarray(from, Math.min(to, from + count - ids.length)))
    }
    return ids
  }

  [Symbol.iterator](): Iterator<number> {
    return this.toArray().values()
  }

  toString(): string {
    return this.toArray().join()
  }

  toJSON(): number[] {
    return [...this.toArray()]
  }
}

function isSome({ from, to }: Stretch): boolean {
  return to > from
}

export function wholeOf(ids: Uint32Array): Stretch {
  return { ids, from: 0, to: ids.length }
}

/** `count` ids from a position in a list, which wraps around at its end. */
export function aroundFrom(ids: Uint32Array, start: number, count: number): readonly Stretch[] {
  if (ids.length === 0) return []
  const first = start % ids.length
  // Most do not reach the end, and a growing list takes several times as long.
  if (first + count <= ids.length) return [{ ids, from: first, to: first + count }]
  const stretches: Stretch[] = []
  let from = first
  for (let left = count; left > 0; from = 0) {
    const to = Math.min(ids.length, from + left)
    stretches.push({ ids, from, to })
    left -= to - from
  }
  return stretches
}
