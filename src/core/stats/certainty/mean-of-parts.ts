// Means of two parts, each with an error of its own: the first round and the later requests of a closed loop, and the wait and
// the rest of a response. docs/measuring/certainty.md, "Mean of a run" and "The first round".
import type { MetricValues } from '../metric-stats.ts'
import { batchMeans, byCount, fewestBatches, growthIsUnknown } from './batch-means.ts'
import { studentReach } from './distributions.ts'
import { type MeanEstimate, usualConfidence } from './interval.ts'
import { errorOfWaits, type RunErrors, type SharedError } from './run-errors.ts'

/** Fewer do not show how much they vary. */
const fewestInRound = 2

/** Share of the requests that start before any response ended. Requires both lists in the same order. */
export function firstRoundShare(startsS: Float64Array, endsS: Float64Array): number {
  const firstEndS = endsS.reduce((least, atS) => Math.min(least, atS), Infinity)
  return startsS.filter((atS) => atS < firstEndS).length / startsS.length
}

export type Rounds = Readonly<{
  /** Share of the values in the first round. */
  share: number
  /** Mean square of the work of a request ÷ square of its mean: a sum of uneven works varies more than their number. */
  unevenness: number
  /** Null if unknown; the error of a latency if it is known for all requests together. */
  errors?: RunErrors | null
  shared?: SharedError | null
}>

/**
 * Mean of values in order. Those of the first round, which start at once at an idle server, differ from later ones, and the step
 * between both is no memory of the server.
 */
export function meanOfRounds(
  values: Float64Array,
  stretches: number,
  rounds: Rounds,
): MeanEstimate | null {
  const { shared = null } = rounds
  const mean = meanByParts(values, stretches, rounds)
  if (mean === null || shared === null) return mean
  const standardError = shared.ofMean
  const isShown = Math.floor(stretches) >= fewestBatches && mean.standardError <= standardError
  return isShown ? mean : { ...mean, standardError, degrees: shared.degrees, varying: mean.value }
}

function meanByParts(
  values: Float64Array,
  stretches: number,
  { share, unevenness, errors = null }: Rounds,
): MeanEstimate | null {
  const whole = batchMeans(values, stretches)
  const count = Math.round(share * values.length)
  if (whole === null || count < fewestInRound) return whole
  const byWork = Math.sqrt(unevenness)
  const [first, later] = [values.subarray(0, count), values.subarray(count)]
  const laterStretches = stretches * (1 - share)
  const rest = batchMeans(later, laterStretches)
  if (rest === null) return { ...whole, standardError: byWork * whole.standardError }
  const isCounted = Math.floor(laterStretches) < fewestBatches
  const errorOfFirst =
    errors === null
      ? byWork * byCount(first).standardError
      : Math.sqrt(values.length / count) * errorOfWaits(first, errors).ofMean
  const together = (errorOfRest: number) =>
    Math.hypot(count * errorOfFirst, later.length * errorOfRest) / values.length
  const ofParts = together((isCounted ? byWork : 1) * rest.standardError)
  // Latencies that the first round hardly changes, such as TPOT, have a smaller error as a whole.
  if (Math.floor(stretches) >= fewestBatches && whole.standardError <= ofParts) return whole
  const spreadError = Math.min(whole.spreadError, together(rest.spreadError))
  return { value: whole.value, standardError: ofParts, degrees: rest.degrees, spreadError }
}

/**
 * Mean E2EL. If its own error is unknown, its two parts give one: the mean TTFT, which includes the wait for a place, and the time
 * after the first token, which varies with the pace of the server.
 */
export function wholeMean(
  values: MetricValues,
  [whole, first]: readonly [whole: MeanEstimate | null, first: MeanEstimate | null],
  stretches: number,
): MeanEstimate | null {
  const [ttfts, e2els] = [values.listOf('ttft'), values.listOf('e2el')]
  // Without a stream, nothing shows when the wait ended.
  const isStreamed = first !== null && first.value > 0 && ttfts.length === e2els.length
  if (whole === null || !isStreamed || !growthIsUnknown(whole)) return whole
  const rest = batchMeans(
    e2els.map((e2el, at) => e2el - (ttfts[at] ?? 0)),
    stretches,
  )
  if (rest === null) return whole
  const { value, spreadError } = whole
  const further = rest.standardError * studentReach(usualConfidence, rest.degrees)
  return { ...first, value, spreadError, further }
}
