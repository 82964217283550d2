// Log-normal draws by their mean and coefficient of variation: many small values and a few far larger ones.
import { normalQuantile } from './normal-quantile.ts'
import type { NumpyRandomState } from './numpy-legacy.ts'

/** A share of 0 has no quantile. */
const leastShare = 1e-9

/** `variation` is standard deviation ÷ mean; 0 always gives the mean. */
export type Lognormal = Readonly<{ mean: number; variation: number }>

/** exp(μ + σ z) with σ² = ln(1 + variation²) and μ = ln(mean) − σ²/2, z standard normal. */
export function drawLognormal(
  { mean, variation }: Lognormal,
  random: Pick<NumpyRandomState, 'gaussian'>,
): number {
  if (mean === 0 || variation === 0) return mean
  return lognormalAt({ mean, variation }, random.gaussian())
}

function lognormalAt({ mean, variation }: Lognormal, z: number): number {
  const variance = Math.log1p(variation * variation)
  return mean * Math.exp(Math.sqrt(variance) * z - variance / 2)
}

/** Length-biased distribution: values at a random time, if each lasts as long as it is large. Also log-normal, larger mean. */
export function lengthBiased({ mean, variation }: Lognormal): Lognormal {
  return { mean: mean * (1 + variation * variation), variation }
}

export function drawLengthBiased(
  lognormal: Lognormal,
  random: Pick<NumpyRandomState, 'gaussian'>,
): number {
  return drawLognormal(lengthBiased(lognormal), random)
}

/** Rounded, and at least 1. */
export function drawCount(
  lognormal: Lognormal,
  random: Pick<NumpyRandomState, 'gaussian'>,
): number {
  return Math.max(1, Math.round(drawLognormal(lognormal, random)))
}

/**
 * Stratified sample: one value from each of `count` equal shares of the distribution, in random order, so that samples have
 * nearly equal means.
 */
export function drawCounts(
  count: number,
  lognormal: Lognormal,
  random: Pick<NumpyRandomState, 'double' | 'permutation'>,
): number[] {
  return Array.from(random.permutation(count), (part) => {
    const z = normalQuantile((part + Math.max(leastShare, random.double())) / count)
    return Math.max(1, Math.round(lognormalAt(lognormal, z)))
  })
}
