// Two figures against each other: how far apart they are, how sure that is, and what to make of it.
import { intervalOf } from './batch-means.ts'
import { usualConfidence, type Estimate, type Interval } from './interval.ts'

/** `same`: any difference is too small to matter. `unclear`: one that matters is neither shown nor ruled out. */
export const differenceVerdicts = ['better', 'worse', 'same', 'unclear'] as const
export type DifferenceVerdict = (typeof differenceVerdicts)[number]

export type Difference = Readonly<{
  /** Second minus first. */
  value: number
  interval: Interval
  /** In shares of the first; null where that is 0. */
  share: number | null
  verdict: DifferenceVerdict
}>

export type DifferenceOptions = Readonly<{
  lowerIsBetter: boolean
  /** Differences up to this share of the first matter to nobody. */
  negligibleShare?: number
  confidence?: number
}>

/** By Welch: each side has a spread and a number of values of its own. */
export function differenceBetween(
  first: Estimate,
  second: Estimate,
  { lowerIsBetter, negligibleShare = 0.02, confidence = usualConfidence }: DifferenceOptions,
): Difference {
  const value = second.value - first.value
  const interval = intervalOf({ value, ...spreadOf(first, second) }, confidence)
  const negligible = negligibleShare * Math.abs(first.value)
  const gain = lowerIsBetter ? { low: -interval.high, high: -interval.low } : interval
  return {
    value,
    interval,
    share: first.value === 0 ? null : value / Math.abs(first.value),
    verdict: verdictOn(gain, negligible),
  }
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
