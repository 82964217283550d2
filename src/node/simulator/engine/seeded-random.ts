// A small and fast random number generator: the same seed gives the same numbers on every machine.

/** Uniform in [0, 1). The algorithm is mulberry32. */
export type SeededRandom = () => number

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Standard normal, by the Box–Muller transform. */
export function drawNormal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

// A number derived from a list of tokens and the server's seed.
export function hashTokens(tokens: readonly number[], seed: number): number {
  let hash = seed
  for (const token of tokens) hash = Math.imul(hash ^ token, 0x01000193)
  return hash >>> 0
}

/** Maps similar server seeds to unrelated ones. */
export function spreadSeed(serverSeed: number): number {
  return Math.imul(serverSeed + 1, 0x9e3779b1)
}

// Noise of step durations, as on real servers: a factor around 1, with an occasional outlier.
const coefficientOfVariation = 0.05
/** Garbage collection and logging make one step in a hundred take three times as long. */
const hiccupShare = 0.01
const hiccupFactor = 3

const variance = Math.log(1 + coefficientOfVariation ** 2)
const meanWithHiccups = 1 + hiccupShare * (hiccupFactor - 1)

/** Log-normal noise with a mean of 1, which preserves the model's averages. */
export function drawStepNoise(random: SeededRandom): number {
  const smooth = Math.exp(Math.sqrt(variance) * drawNormal(random) - variance / 2)
  const hiccup = random() < hiccupShare ? hiccupFactor : 1
  return (smooth * hiccup) / meanWithHiccups
}
