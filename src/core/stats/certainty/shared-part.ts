// Part of a latency that requests share with their neighbours, because they see the same state of the server. The rest, such as
// their own length, says nothing of a queue. Formulas: docs/measuring/certainty.md, "The part that neighbours share".
import { meanOf } from './batch-means.ts'

/** Neighbours that are compared with a value. */
const lags = 4
/** Share that chance may hide, times √(values · lags). */
const missedShare = 2

export type SharedPart = Readonly<{
  variance: number
  /** Share of the variance, and the largest possible one. */
  share: number
  mostShare: number
}>

/** Requires values in order; from the mean covariance with the next four. */
export function sharedPart(values: Float64Array): SharedPart {
  const { length } = values
  const mean = meanOf(values)
  const deviations = values.map((value) => value - mean)
  const variance = productsOf(deviations, deviations) / length
  if (!(variance > 0)) return { variance: 0, share: 0, mostShare: 0 }
  let together = 0
  for (let lag = 1; lag <= lags; lag++)
    together += productsOf(deviations, deviations.subarray(Math.min(lag, length)))
  const share = Math.max(0, together / (lags * length * variance))
  return {
    variance,
    share,
    mostShare: Math.min(1, share + missedShare / Math.sqrt(lags * length)),
  }
}

/** Share of the variance that a linear dependence explains, without what chance explains; 0 for lists of different lengths. */
export function explainedShare(values: Float64Array, by: Float64Array): number {
  if (values.length !== by.length || values.length === 0) return 0
  const [mean, meanBy] = [meanOf(values), meanOf(by)]
  const [one, other] = [values.map((each) => each - mean), by.map((each) => each - meanBy)]
  const spread = productsOf(one, one) * productsOf(other, other)
  const explained = spread > 0 ? productsOf(one, other) ** 2 / spread : 0
  return Math.max(0, explained - 1 / values.length)
}

/** Requests in flight when each one starts. */
export function inFlightAt(startsS: Float64Array, endsS: Float64Array): Float64Array {
  const [begins, ends] = [startsS.toSorted(), endsS.toSorted()]
  return startsS.map((atS) => countBefore(begins, atS) - countBefore(ends, atS))
}

function countBefore(ascending: Float64Array, limit: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? Infinity) < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Σ of the products of values at the same place, as far as the second list reaches. */
function productsOf(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < other.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
