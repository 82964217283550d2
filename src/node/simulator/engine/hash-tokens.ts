// A number for a list of tokens: the same on the same server, another on one with another seed.

export function hashTokens(tokens: readonly number[], seed: number): number {
  let hash = seed
  for (const token of tokens) hash = Math.imul(hash ^ token, 0x01000193)
  return hash >>> 0
}

/** Neighbouring seeds of servers should have nothing in common. */
export function spreadSeed(serverSeed: number): number {
  return Math.imul(serverSeed + 1, 0x9e3779b1)
}
