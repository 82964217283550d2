// Durations whose statistics are wanted, whether they are kept one by one or only counted.
import { pairwiseSum } from './pairwise-sum.ts'

export interface Durations {
  readonly count: number
  /** 0 without values, as is the deviation. */
  readonly meanS: number
  /** Standard deviation of the population. */
  readonly deviationS: number
  /** In ascending order, from 0. */
  at(rank: number): number
  countBelow(limitS: number): number
}

/** Durations kept one by one, in seconds and in any order. */
export function listedDurations(valuesS: Float64Array): Durations {
  const sorted = valuesS.toSorted()
  return {
    ...momentsOf(valuesS),
    count: sorted.length,
    at: (rank) => sorted[rank] ?? 0,
    countBelow: (limitS) => countBelow(sorted, limitS),
  }
}

/** Summed up in the order they have. */
export function momentsOf(valuesS: Float64Array): Pick<Durations, 'meanS' | 'deviationS'> {
  const meanS = mean(valuesS)
  const squares = new Float64Array(valuesS.length)
  for (let i = 0; i < squares.length; i++) squares[i] = ((valuesS[i] ?? 0) - meanS) ** 2
  return { meanS, deviationS: Math.sqrt(mean(squares)) }
}

/** How many of ascending values are less than the limit. */
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

function mean(values: Float64Array): number {
  return values.length === 0 ? 0 : pairwiseSum(values) / values.length
}
