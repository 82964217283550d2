// Difference between two figures, its confidence, and a verdict.
import { intervalOf } from './batch-means.ts'
import {
  type Estimate,
  type FigureEstimate,
  type Interval,
  mostReach,
  ratioInterval,
} from './interval.ts'

/** `same`: any difference is too small to matter. `unclear`: a relevant difference is neither shown nor ruled out. */
export type DifferenceVerdict = 'better' | 'worse' | 'same' | 'unclear'

type Difference = Readonly<{
  /** Second minus first. */
  value: number
  interval: Interval
  /** Relative to the first; null if that is 0. */
  share: number | null
  verdict: DifferenceVerdict
}>

/** Change of a figure. */
export type FigureShift = Readonly<{
  /** Other minus base. */
  difference: number
  /** Relative to the base; null if that is 0. */
  share: number | null
  /** Intervals of the difference and of the share; null if too little is known. */
  interval: Interval | null
  shareInterval: Interval | null
}>

/** Default, as a share of the first. */
const usuallyNegligible = 0.02

type DifferenceOptions = Readonly<{
  lowerIsBetter: boolean
  /** Differences up to this do not matter; defaults to a share of the first. */
  negligible?: number
  /** Confidence of the interval; 95 % by default. */
  confidence?: number
}>

/** Null if one of the two has no interval; the verdict is then unclear. */
type FigureDifference = Omit<Difference, 'interval'> &
  Readonly<{
    interval: Interval | null
    /** Relative to the first, at least −1; null if that is also 0. */
    shareInterval: Interval | null
  }>

/**
 * Difference of two figures that are at least 0 and whose intervals may be asymmetrical, like intervals of percentiles (Zou and
 * Donner 2008): adds the opposite errors in quadrature.
 */
export function differenceOfFigures(
  first: FigureEstimate,
  second: FigureEstimate,
  { lowerIsBetter, negligible }: DifferenceOptions,
): FigureDifference {
  const value = second.value - first.value
  const interval = intervalBetween(first, second)
  const shareInterval = interval && shareIntervalOf(first, second, interval)
  const judged = { value, share: shareOf(value, first.value), interval, shareInterval }
  if (interval === null) return { ...judged, verdict: 'unclear' }
  if (shareInterval !== null && negligible === undefined) {
    const verdict = verdictOnShare(shareInterval, lowerIsBetter)
    const isWide = (1 + shareInterval.high) * first.value > mostReach * second.value
    const saysNothing = verdict === 'unclear' && isWide
    return { ...judged, ...(saysNothing && { interval: null, shareInterval: null }), verdict }
  }
  return { ...judged, verdict: verdictOn(gainOf(interval, lowerIsBetter), negligible ?? 0) }
}

/** Verdict on a difference relative to the first. */
export function verdictOnShare(share: Interval, lowerIsBetter: boolean): DifferenceVerdict {
  return verdictOn(gainOf(share, lowerIsBetter), usuallyNegligible)
}

/** If the first may be 0, the ratio is unknown; then the difference decides, if possible. */
function shareIntervalOf(
  first: FigureEstimate,
  second: FigureEstimate,
  difference: Interval,
): Interval | null {
  if (first.value <= 0 || first.interval === null || second.interval === null) return null
  const ratio = ratioInterval(
    { value: second.value, interval: second.interval },
    { value: first.value, interval: first.interval },
  )
  if (ratio !== null) return { low: ratio.low - 1, high: ratio.high - 1 }
  return {
    low: Math.max(-1, difference.low / first.value),
    high: difference.high / first.value,
  }
}

function intervalBetween(first: FigureEstimate, second: FigureEstimate): Interval | null {
  const [one, other] = [first.interval, second.interval]
  if (one === null || other === null) return null
  const value = second.value - first.value
  return {
    low: value - Math.hypot(second.value - other.low, one.high - first.value),
    high: value + Math.hypot(other.high - second.value, first.value - one.low),
  }
}

/** Welch's method: each side has its own spread and number of values. */
export function differenceBetween(
  first: Estimate,
  second: Estimate,
  {
    lowerIsBetter,
    negligible = usuallyNegligible * Math.abs(first.value),
    confidence,
  }: DifferenceOptions,
): Difference {
  const value = second.value - first.value
  const interval = intervalOf({ value, ...spreadOf(first, second) }, confidence)
  return {
    value,
    interval,
    share: shareOf(value, first.value),
    verdict: verdictOn(gainOf(interval, lowerIsBetter), negligible),
  }
}

function shareOf(value: number, first: number): number | null {
  return first === 0 ? null : value / Math.abs(first)
}

function gainOf(interval: Interval, lowerIsBetter: boolean): Interval {
  return lowerIsBetter ? { low: -interval.high, high: -interval.low } : interval
}

function spreadOf(first: Estimate, second: Estimate): Omit<Estimate, 'value'> {
  const [one, other] = [first.standardError ** 2, second.standardError ** 2]
  const variance = one + other
  const degrees = variance ** 2 / (one ** 2 / first.degrees + other ** 2 / second.degrees)
  return {
    standardError: Math.sqrt(variance),
    degrees: variance === 0 ? first.degrees + second.degrees : degrees,
  }
}

function verdictOn({ low, high }: Interval, negligible: number): DifferenceVerdict {
  if (low >= -negligible && high <= negligible) return 'same'
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'unclear'
}
