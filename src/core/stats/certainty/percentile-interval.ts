// Interval of a percentile from ranks alone, for any distribution. If neighbours are correlated, the effective number of values
// is smaller, and the ranks are further apart.
import {
  batches,
  fewestBatches,
  mostBatches,
  mostCorrelation,
  resemblance,
  varianceOf,
} from './batch-means.ts'
import { binomialQuantile, studentReach } from './distributions.ts'
import type { Alike } from './server-queue.ts'
import { type Estimate, type Interval, mostReach, usualConfidence } from './interval.ts'
import { errorOfWaits, type RunErrors, type SharedError } from './run-errors.ts'
import { listedDurations } from '../durations/durations.ts'
import { varianceInflation } from './share-interval.ts'

/** Minimum number of independent values for which both ends of the interval are values. */
export function fewestValuesFor(percentile: number): number {
  const rarer = Math.max(percentile, 100 - percentile) / 100
  return Math.ceil(Math.log((1 - usualConfidence) / 2) / Math.log(rarer))
}

/** Maximum share of values beyond a percentile that counts as the tail of the distribution. */
const largestTail = 0.1

/** Additional error of a tail observed at few times, times √times; see bench/truth/intervals.ts. */
const missedTail = 1.5

/** Relative standard error of a sum over few separate times. */
export function errorOfTimes(times: number): number {
  return (1 + missedTail / Math.sqrt(times)) / Math.sqrt(times)
}

/** Half the width of a 95 % interval of the normal distribution in standard errors. */
export const normalReach = 1.96

type PercentileOptions = Readonly<{
  stretches?: number
  alike?: Alike
  ranked?: RankedValues
  tailTimes?: number | null
  shared?: SharedError | null
  unevenness?: number
  /** Share of the values in the first round of a closed loop, and the errors of its run. */
  share?: number
  errors?: RunErrors | null
}>

/**
 * Requires values in order; null if there are too few. If only few values are effectively independent, the interval
 * ends at the largest or smallest. `stretches` as in `batchMeans`, `alike` from `alikeInQueue`,
 * `tailTimes` as in `Moments`, `unevenness` as in `Rounds`.
 */
export function percentileInterval(
  values: Float64Array,
  percentile: number,
  {
    stretches = Infinity,
    alike = { all: 1, usual: 1, tail: 1 },
    ranked = listedDurations(values),
    tailTimes = null,
    shared = null,
    unevenness = 1,
    share: firstShare = 0,
    errors = null,
  }: PercentileOptions = {},
): Interval | null {
  if (values.length < fewestValuesFor(percentile)) return null
  const found = ranked.at(Math.round((percentile / 100) * (ranked.count - 1)))
  if (shared === null && errors !== null) {
    const ofFirst = firstRoundTail(values, found, { share: firstShare, errors })
    if (ofFirst !== null) return ofFirst
  }
  // Values equal to the limit count as half, so that clusters remain visible.
  const below = values.map((value) => (value < found ? 1 : value > found ? 0 : 0.5))
  const alone = (independent: number) =>
    rankedInterval(ranked, { percentile, independent: Math.max(1, Math.floor(independent)) })
  const share = percentile / 100
  const rarer = Math.min(share, 1 - share)
  if (shared !== null && stretches < shared.fewestStretches) {
    const isTail = rarer <= largestTail
    const own = isTail ? 1 : shared.own
    // The few values of a tail may come from few times, except in a queue, where they are its end.
    const alike = isTail && shared.own === 1 ? varianceInflation(below) : 1
    const error = shared.ofPercentile(percentile)
    return withShared(alone(values.length / alike), found, { own, error })
  }
  if (stretches < fewestBatches) {
    const spread = Math.sqrt(varianceOf(values))
    const count = values.length / (rarer > largestTail ? unevenness : 1)
    return noSurerThanCount(alone(count), found, { percentile, ranked, count, spread })
  }
  const moments = Math.min(
    rareMoments(below, { share, stretches }),
    alike.tail > 1 ? (rarer * values.length) / alike.tail : Infinity,
  )
  const independent = Math.min(
    values.length / Math.max(varianceInflation(below), alike.all),
    independentByBatches(below, { share, stretches }),
    moments / rarer,
    rarer > largestTail ? values.length / alike.usual : Infinity,
  )
  return noSurerThanMoments(alone(independent), found, { percentile, ranked, moments, tailTimes })
}

type OfShare = Readonly<{ share: number; stretches: number }>

/** Batches detect correlation that the autocorrelation misses. Used only if they find much, because their spread is uncertain. */
function independentByBatches(below: Float64Array, { share, stretches }: OfShare): number {
  const parts = Math.min(mostBatches, below.length >> 1, Math.floor(stretches))
  const means = batches(below, parts)
  const correlation = Math.min(mostCorrelation, Math.max(0, resemblance(means)))
  const inflation = (1 + correlation) / (1 - correlation)
  const known = (share * (1 - share) * parts) / (varianceOf(means) * inflation)
  return known < 0.5 * below.length ? known : Infinity
}

/**
 * Effective number of the few values above a high percentile, counting clusters once: the number of independent values that would
 * hit as many batches. Infinity if every batch has some.
 */
export function rareMoments(below: Float64Array, { share, stretches }: OfShare): number {
  const rare = share >= 0.5 ? below.map((each) => 1 - each) : below
  const parts = batches(rare, Math.min(mostBatches, rare.length, Math.floor(stretches)))
  const hit = parts.reduce((count, part) => count + (part > 0 ? 1 : 0), 0)
  if (hit === parts.length) return Infinity
  // `hit` is 0 if all of these values came first, where they fill no batch.
  return Math.log(1 - Math.max(1, hit) / parts.length) / Math.log(1 - 1 / parts.length)
}

type Moments = Readonly<{
  percentile: number
  ranked: RankedValues
  moments: number
  /** Number of times from which the values beyond a high percentile show its error; null if only the shape of all does. */
  tailTimes?: number | null
}>

/**
 * Widens a tail's interval if there are fewer clusters than values: its error is at least the error of an exponential
 * tail above the minimum.
 */
export function noSurerThanMoments(
  interval: Interval,
  value: number,
  { percentile, ranked, moments, tailTimes = null }: Moments,
): Interval {
  const rarer = Math.min(percentile, 100 - percentile) / 100
  if (rarer > largestTail || moments >= 0.75 * rarer * ranked.count) return interval
  const floor = ranked.at(0)
  const fromLeast = (normalReach * errorOfTimes(moments)) / Math.log(1 / rarer)
  const isShown = tailTimes !== null && percentile > 50 && value > floor
  const excess = isShown ? meanExcess(ranked, value, rarer) / (value - floor) : Infinity
  const fromExcess = Math.log1p(
    normalReach * errorOfTimes(Math.min(moments, tailTimes ?? 0)) * excess,
  )
  const reach = Math.min(fromLeast, fromExcess)
  return atLeast(interval, value, { reach, percentile, ranked, floor })
}

/** Mean excess of the values beyond one; constant for an exponential tail. */
function meanExcess(ranked: RankedValues, value: number, rarer: number): number {
  const first = Math.round((1 - rarer) * (ranked.count - 1))
  let sum = 0
  for (let rank = first; rank < ranked.count; rank++) sum += ranked.at(rank) - value
  return sum / (ranked.count - first)
}

/** Widens the interval of a tail of waits observed at few separate times (`timesOf`). */
export function noSurerThanTimes(
  { low, high }: Interval,
  value: number,
  { percentile, ranked, moments: times, tailTimes = null }: Moments,
): Interval {
  const independent = Math.floor(Math.min(ranked.count, times / (1 - percentile / 100)))
  const byTimes = rankedInterval(ranked, { percentile, independent: Math.max(1, independent) })
  const wider = noSurerThanMoments(byTimes, value, {
    ...{ percentile, ranked, tailTimes },
    moments: times,
  })
  return { low: Math.min(low, wider.low), high: Math.max(high, wider.high) }
}

/** Requests that certainly waited, and the number of separate times. */
type SeenWaits = Readonly<{ count: number; times: number }>

/** Number of them that is possible with these times. */
export function mostWaits({ count, times }: SeenWaits): number {
  return count === 0 ? 0 : count * (1 + normalReach * errorOfTimes(times))
}

/** Upper end if the maximum possible number of requests waited. */
export function withMoreWaits(
  { low, high }: Interval,
  {
    percentile,
    ranked,
    ...seen
  }: SeenWaits & Readonly<{ percentile: number; ranked: RankedValues }>,
): Interval {
  const [rarer, most] = [1 - percentile / 100, mostWaits(seen)]
  const beyond = Math.max((rarer * seen.count) / most, rarer - (most - seen.count) / ranked.count)
  return { low, high: Math.max(high, ranked.at(Math.round((1 - beyond) * (ranked.count - 1)))) }
}

/** Adds the error that all values share; `own`: share of the variance that neighbours do not share. */
export function withShared(
  { low, high }: Interval,
  value: number,
  { own, error }: Readonly<{ own: number; error: number }>,
): Interval {
  const ends = (end: number) => Math.sqrt(own) * Math.log(end / value)
  return value <= 0
    ? { low, high }
    : {
        low:
          value *
          Math.exp(-Math.hypot(ends(Math.max(low, value / mostReach)), normalReach * error)),
        high: value * Math.exp(Math.hypot(ends(high), normalReach * error)),
      }
}

/** Most standard deviations of single values by which a figure of a few time stretches errs. */
const mostSpreads = 2

/**
 * Minimum error for few time stretches, which do not predict the next one: the error of a count of the requests, or in
 * a tail the error of an exponential tail. Limited by the spread of single values, like the interval of a mean.
 */
export function noSurerThanCount(
  interval: Interval,
  value: number,
  {
    percentile,
    ranked,
    count,
    spread,
  }: Readonly<{ percentile: number; ranked: RankedValues; count: number; spread: number }>,
): Interval {
  const rarer = Math.min(percentile, 100 - percentile) / 100
  const inTail = rarer <= largestTail ? 1 / (Math.sqrt(rarer) * Math.log(1 / rarer)) : 1
  const most = value > 0 ? Math.log1p((mostSpreads * spread) / value) : Infinity
  const reach = normalReach * inTail * Math.min(1 / Math.sqrt(count), most)
  return atLeast(interval, value, { reach, percentile, ranked, floor: 0 })
}

type Reach = Readonly<{ reach: number; percentile: number; ranked: RankedValues; floor: number }>

/**
 * Extends beyond the smallest and largest value only on the side of a tail, whose shape is assumed; otherwise the
 * values are the limit.
 */
function atLeast(
  { low, high }: Interval,
  value: number,
  { reach, percentile, ranked, floor }: Reach,
): Interval {
  const factor = Math.exp(reach)
  const tail = 100 * largestTail
  const least = percentile <= tail ? 0 : ranked.at(0)
  const most = percentile >= 100 - tail ? Infinity : ranked.at(ranked.count - 1)
  return {
    low: Math.min(low, Math.max(least, floor + (value - floor) / factor)),
    high: Math.max(high, Math.min(most, floor + (value - floor) * factor)),
  }
}

/** Number of independent values with the same error of a share; reduced if the error itself is from few batches. */
export function effectiveCount({ standardError, degrees }: Estimate, share: number): number {
  const known = (share * (1 - share)) / standardError ** 2
  const reach = normalReach / studentReach(usualConfidence, degrees)
  return Math.max(1, Math.floor(known * reach ** 2))
}

export type RankedValues = Readonly<{
  count: number
  /** Ascending, from 0. */
  at(rank: number): number
}>

/** Ranks for this number of independent values, scaled to all values. */
export function rankedInterval(
  ranked: RankedValues,
  {
    percentile,
    independent,
    confidence = usualConfidence,
  }: Readonly<{ percentile: number; independent: number; confidence?: number }>,
): Interval {
  const trials = { trials: independent, chance: percentile / 100 }
  const scale = ranked.count / independent
  const low = Math.floor((binomialQuantile((1 - confidence) / 2, trials) - 1) * scale)
  const high = Math.ceil(binomialQuantile((1 + confidence) / 2, trials) * scale)
  return { low: ranked.at(Math.max(0, low)), high: ranked.at(Math.min(high, ranked.count - 1)) }
}

type DemandingPercentile = Readonly<{ percentile: number; fewestRequests: number }>

/** Requested percentile that needs the most requests; the higher one of equals; null if there is none. Min and max need none. */
export function demandingPercentile(percentiles: readonly number[]): DemandingPercentile | null {
  const demands = percentiles
    .filter((percentile) => percentile > 0 && percentile < 100)
    .map((percentile) => ({ percentile, fewestRequests: fewestValuesFor(percentile) }))
  const isMore = (a: DemandingPercentile, b: DemandingPercentile) =>
    b.fewestRequests - a.fewestRequests || b.percentile - a.percentile
  return demands.toSorted(isMore)[0] ?? null
}

/** Smallest first round whose tail is shown, and the steps by which another may differ; see bench/truth/closed-loops.ts. */
const fewestInFirst = 16
const stepsBesides = 0.75

/**
 * Interval of a wait beyond which only the first round of a closed loop lies, whose requests start at once as in a burst; null if
 * others lie there.
 */
function firstRoundTail(
  values: Float64Array,
  found: number,
  { share, errors }: Readonly<{ share: number; errors: RunErrors }>,
): Interval | null {
  const first = values.subarray(0, Math.round(share * values.length))
  const isBeyond = (value: number) => value >= found
  const beyond = first.filter(isBeyond).length
  const isTail = 2 * beyond <= first.length && beyond === values.filter(isBeyond).length
  if (first.length < fewestInFirst || !isTail) return null
  const known = errorOfWaits(first, errors)
  const ofFewer = Math.sqrt(values.length / first.length)
  // Requests of one step wait equally long, and another run may take a step more.
  const before = first.reduce((most, value) => (value < found ? Math.max(most, value) : most), 0)
  const stepError = before > 0 ? (stepsBesides * (found - before)) / found : 0
  const ofPercentile = (own: number) => Math.hypot(ofFewer * known.ofPercentile(own), stepError)
  const percentile = 100 * (1 - beyond / first.length)
  const shared = { ...known, ofPercentile }
  const interval = percentileInterval(first, percentile, { stretches: 1, shared })
  return interval && { low: Math.min(interval.low, found), high: Math.max(interval.high, found) }
}
