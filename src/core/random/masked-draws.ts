// How numpy shuffles, old generators and new: words cut to the smallest sufficient mask, redrawn while too large.

/** Uniform in [0, largest]; a range of one draws nothing. */
export function drawUpTo(largest: number, nextUint32: () => number): number {
  if (largest === 0) return 0
  const mask = 0xffffffff >>> Math.clz32(largest)
  let drawn = (nextUint32() & mask) >>> 0
  while (drawn > largest) drawn = (nextUint32() & mask) >>> 0
  return drawn
}

/** The integers below `count` in random order. */
export function permutationOf(count: number, nextUint32: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = drawUpTo(last, nextUint32)
    const moved = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = moved
  }
  return order
}
