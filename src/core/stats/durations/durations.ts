// Durations for statistics, either stored individually or only counted.
import { sortedOf } from './in-order.ts'
import { pairwiseSum } from './pairwise-sum.ts'

export interface Durations {
  readonly count: number
  /** 0 without values, like the deviation. */
  readonly meanS: number
  /** Standard deviation of the population. */
  readonly deviationS: number
  /** Ascending, from 0. */
  at(rank: number): number
  countBelow(limitS: number): number
}

/** Stored durations, in seconds and in any order. */
export function listedDurations(valuesS: Float64Array): Durations {
  const sorted = sortedOf(valuesS)
  return {
    ...momentsOf(valuesS),
    count: sorted.length,
    at: (rank) => sorted[rank] ?? 0,
    countBelow: (limitS) => countBelow(sorted, limitS),
  }
}

/** Sums values in their given order. */
export function momentsOf(valuesS: Float64Array): Pick<Durations, 'meanS' | 'deviationS'> {
  const meanS = mean(valuesS)
  const squares = new Float64Array(valuesS.length)
  for (let i = 0; i < squares.length; i++) squares[i] = ((valuesS[i] ?? 0) - meanS) ** 2
  return { meanS, deviationS: Math.sqrt(mean(squares)) }
}

/** Number of values below the limit; requires ascending values. */
export function countBelow(sorted: Float64Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Infinity) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Number of values at or below the limit; requires ascending values. */
export function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Infinity) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

function mean(values: Float64Array): number {
  return values.length === 0 ? 0 : pairwiseSum(values) / values.length
}
