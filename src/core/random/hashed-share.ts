// Numbers that look random and follow from other numbers: the same in whatever order, thread or worker they are drawn.

/** In [0, 1): a hash of the numbers, by the finalizer of MurmurHash3. */
export function hashedShare(numbers: readonly number[]): number {
  let hash = 0x9747b28c
  for (const number of numbers) {
    hash = Math.imul(hash ^ (number % 2 ** 32), 0x9e3779b1)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) / 2 ** 32
}
