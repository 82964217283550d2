// Deterministic pseudorandom numbers, derived from other numbers: independent of order, thread and worker.

/** Hash of the numbers in [0, 1), by the finalizer of MurmurHash3. */
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
