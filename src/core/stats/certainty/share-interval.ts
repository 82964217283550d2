// Interval of a share from counts (Wilson 1927): within 0 and 1, with a positive width even if the count is 0.
import type { Interval } from './interval.ts'
import { batches, meanOf, varianceOf } from './batch-means.ts'
import { type GoodputLimits, isGood } from '../run-totals.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

/** Half the width of a 95 % interval in standard errors. */
const usualReach = 1.96

/** `reach`: half the width of the interval in standard errors of the normal distribution. */
export function shareInterval(counted: number, all: number, reach = usualReach): Interval {
  const share = counted / all
  const spread = reach ** 2 / all
  const centre = (share + spread / 2) / (1 + spread)
  const half = (reach * Math.sqrt((share * (1 - share)) / all + spread / (4 * all))) / (1 + spread)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/** Maximum lag: enough to detect drift, and fast to compute. */
const furthestLag = 500

/** Averages neighbours in longer series, which preserves their joint variation. */
const mostValues = 2 ** 15

/**
 * Variance of a series' mean relative to independent values: 1 + 2 Σ autocorrelation, at least 1. The sum stops when
 * two neighbouring lags together are no more than chance (after Geyer).
 */
export function varianceInflation(values: Float64Array): number {
  if (values.length > mostValues) return inflationOfMeans(values)
  const mean = meanOf(values)
  const deviations = values.map((value) => value - mean)
  const [variance] = laggedPair(deviations, 0)
  if (!(variance > 0)) return 1
  const chance = 2 / Math.sqrt(values.length)
  const lags = Math.min(furthestLag, values.length >> 2)
  let inflation = 1
  for (let lag = 1; lag < lags; lag += 2) {
    const [nearer, further] = laggedPair(deviations, lag)
    const pair = (nearer + further) / variance
    if (pair < chance) break
    inflation += 2 * pair
  }
  return inflation
}

function inflationOfMeans(values: Float64Array): number {
  const size = Math.ceil(values.length / mostValues)
  const means = batches(values, Math.floor(values.length / size))
  const gained = (size * varianceOf(means)) / varianceOf(values)
  return Number.isFinite(gained) ? Math.max(1, gained * varianceInflation(means)) : 1
}

/** Σ of each deviation times the deviation one `lag` later, and times the one after that, in one pass. */
function laggedPair(deviations: Float64Array, lag: number): readonly [number, number] {
  let nearer = (deviations[lag] ?? 0) * (deviations[0] ?? 0)
  let further = 0
  for (let index = lag + 1; index < deviations.length; index++) {
    const deviation = deviations[index] ?? 0
    nearer += deviation * (deviations[index - lag] ?? 0)
    further += deviation * (deviations[index - lag - 1] ?? 0)
  }
  return [nearer, further]
}

/**
 * Interval of the share of good requests, wider than for independent requests because slow ones cluster. Null if no limit was
 * set, or nothing was sent. Requires the order of the plan; a failed request is not good.
 */
export function goodShareInterval(
  requests: Iterable<MeasuredRequest>,
  limitsMs: GoodputLimits,
): Interval | null {
  if (Object.keys(limitsMs).length === 0) return null
  const good = Float64Array.from(requests, (request) => (isGood(request, limitsMs) ? 1 : 0))
  if (good.length === 0) return null
  const independent = good.length / varianceInflation(good)
  return shareInterval(meanOf(good) * independent, independent)
}
