// Arithmetic of benchmark figures.
import type { Spread } from './client-figures.ts'

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The value below which this share lies, of ascending values; nearest rank. */
function atShare(ascending: Float64Array, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? NaN
}

export function median(values: readonly number[]): number {
  return atShare(Float64Array.from(values).sort(), 0.5)
}

export function spreadOf(values: readonly number[]): Spread {
  const ascending = Float64Array.from(values).sort()
  return {
    mean: mean(values),
    p50: atShare(ascending, 0.5),
    p99: atShare(ascending, 0.99),
    max: atShare(ascending, 1),
  }
}
