// numpy's SeedSequence: turns an integer seed into as many well-mixed 32-bit words as a generator asks for.

const poolSize = 4

/** `count` words for a non-negative safe integer seed. */
export function seedSequenceWords(seed: number, count: number): number[] {
  const pool = mixedPool([seed >>> 0, Math.floor(seed / 4294967296), 0, 0])
  const hash = hasher(0x8b51f9dd, 0x58f38ded)
  return Array.from({ length: count }, (_, index) => hash(pool[index % poolSize] ?? 0))
}

function mixedPool(entropy: readonly number[]): number[] {
  const hash = hasher(0x43b0d7e5, 0x931e8875)
  const pool = entropy.map(hash)
  for (let source = 0; source < poolSize; source++) {
    for (let target = 0; target < poolSize; target++) {
      if (source !== target) pool[target] = mix(pool[target] ?? 0, hash(pool[source] ?? 0))
    }
  }
  return pool
}

/** A hash whose constant moves on with every word. */
function hasher(initial: number, multiplier: number): (value: number) => number {
  let constant = initial
  return (value) => {
    const salted = value ^ constant
    constant = Math.imul(constant, multiplier)
    return fold(Math.imul(salted, constant))
  }
}

function mix(a: number, b: number): number {
  return fold(Math.imul(0xca01f9dd, a) - Math.imul(0x4973f715, b))
}

function fold(value: number): number {
  const word = value >>> 0
  return (word ^ (word >>> 16)) >>> 0
}
