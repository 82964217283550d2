// Mean, spread and percentiles of one metric over a run.
import type { MetricStats } from '#core/model/run-summary.ts'
import { quantileOfSorted } from './quantile.ts'

const msPerS = 1000

/**
 * Statistics in milliseconds of durations in seconds; all zero when there are none, as the original reports.
 * `percentiles` are 0–100.
 */
export function metricStats(durationsS: Float64Array, percentiles: readonly number[]): MetricStats {
  const sorted = durationsS.toSorted()
  const meanS = mean(durationsS)
  return {
    count: sorted.length,
    mean: meanS * msPerS,
    median: quantileOfSorted(sorted, 0.5) * msPerS,
    std: populationDeviation(durationsS, meanS) * msPerS,
    min: (sorted[0] ?? 0) * msPerS,
    max: (sorted.at(-1) ?? 0) * msPerS,
    percentiles: percentiles.map((percentile) => ({
      percentile,
      value: quantileOfSorted(sorted, percentile / 100) * msPerS,
    })),
  }
}

function mean(values: Float64Array): number {
  return values.length === 0 ? 0 : sum(values) / values.length
}

function populationDeviation(values: Float64Array, center: number): number {
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)))
}

const blockSize = 128

/** Halves long lists before adding, so that the rounding error of a million values stays in the last bits. */
function sum(values: Float64Array): number {
  if (values.length <= blockSize) return values.reduce((total, value) => total + value, 0)
  const middle = values.length >>> 1
  return sum(values.subarray(0, middle)) + sum(values.subarray(middle))
}
