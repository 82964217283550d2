// Durations for statistics, either stored individually or only counted.
import { sortedOf } from './in-order.ts'

export interface Durations {
  readonly count: number
  /** 0 without values; so is the deviation. */
  readonly meanS: number
  /** Population standard deviation. */
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

/** Lists up to this length are added by eight running sums, longer ones in halves. */
const blockSize = 128
const lanes = 8

/**
 * Sum in the order in which numpy adds floats, so that means and deviations equal the original's to the last bit.
 * Exported for tests.
 */
export function pairwiseSum(values: Float64Array): number {
  return sumOf(values, 0, values.length)
}

function sumOf(values: Float64Array, start: number, end: number): number {
  const length = end - start
  if (length < lanes) return sumFrom(0, values, start, end)
  if (length <= blockSize) return blockSum(values, start, end)
  const half = length >>> 1
  const middle = start + half - (half % lanes)
  return sumOf(values, start, middle) + sumOf(values, middle, end)
}

function blockSum(values: Float64Array, start: number, end: number): number {
  const wholeEnd = end - ((end - start) % lanes)
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let at = start; at < wholeEnd; at += lanes) {
    a += values[at] ?? 0
    b += values[at + 1] ?? 0
    c += values[at + 2] ?? 0
    d += values[at + 3] ?? 0
    e += values[at + 4] ?? 0
    f += values[at + 5] ?? 0
    g += values[at + 6] ?? 0
    h += values[at + 7] ?? 0
  }
  return sumFrom(a + b + (c + d) + (e + f + (g + h)), values, wholeEnd, end)
}

function sumFrom(begun: number, values: Float64Array, start: number, end: number): number {
  let sum = begun
  for (let at = start; at < end; at++) sum += values[at] ?? 0
  return sum
}
