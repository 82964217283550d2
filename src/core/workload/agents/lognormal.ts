// Log-normal draws by their mean and coefficient of variation: many small values, and a few far larger ones.
import type { NumpyRandomState } from '../../random/numpy-legacy.ts'

/** `variation` is the standard deviation over the mean; 0 always gives the mean. */
export type Lognormal = Readonly<{ mean: number; variation: number }>

/** exp(μ + σ z) with σ² = ln(1 + variation²) and μ = ln(mean) − σ²/2, z standard normal. */
export function drawLognormal(
  { mean, variation }: Lognormal,
  random: Pick<NumpyRandomState, 'gaussian'>,
): number {
  if (mean === 0 || variation === 0) return mean
  const variance = Math.log1p(variation * variation)
  return mean * Math.exp(Math.sqrt(variance) * random.gaussian() - variance / 2)
}

/** Rounded, and at least 1. */
export function drawCount(
  lognormal: Lognormal,
  random: Pick<NumpyRandomState, 'gaussian'>,
): number {
  return Math.max(1, Math.round(drawLognormal(lognormal, random)))
}
