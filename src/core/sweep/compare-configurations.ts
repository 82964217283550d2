// Compares two server settings under the same loads, metric by metric: by their repeats, paired if both had the same
// prompts, or by the requests of single runs.
import { figureTraits, type FigureTraits } from '../metrics/figures.ts'
import {
  comparableFigures,
  figureKey,
  type NamedEstimate,
  type ComparableRun,
} from '#core/compare/comparable-figures.ts'
import {
  comparisonConfidence,
  startSpreadOf,
  withComparisonInterval,
} from '#core/compare/compare-runs.ts'
import type { Shift } from '#core/compare/comparison.ts'
import { meanOf } from '../stats/certainty/batch-means.ts'
import {
  differenceBetween,
  differenceOfFigures,
  verdictOnShare,
} from '../stats/certainty/difference.ts'
import { type Estimate, type Interval, mostReach } from '../stats/certainty/interval.ts'
import { estimateFromRepeats } from '../stats/certainty/merged-figure.ts'
import { type StartSpread, type StartSpreads, usualStartSpreads } from '#core/compare/starts.ts'

/** Runs of different settings with the same key had the same load and prompts. */
export type ConfigurationRun = ComparableRun &
  Readonly<{
    key: string
    /** Equal for runs on the same server start; a run without it counts as its own start. */
    start?: string
  }>

export type ConfigurationShift = Shift &
  Readonly<{
    /** Means over the runs. */
    base: number
    other: number
    runs: Readonly<{ base: number; other: number }>
    /** Each run was compared with the run that had the same prompts. */
    isPaired: boolean
  }>

/** Metrics present in all runs, at one load. */
export function compareConfigurations(
  base: readonly ConfigurationRun[],
  other: readonly ConfigurationRun[],
): ConfigurationShift[] {
  const first = base[0]
  if (first === undefined) return []
  const spreads = startSpreadsBetween(base, other)
  return comparableFigures(first).flatMap((figure) => {
    const [ones, others] = [figuresOf(base, figure), figuresOf(other, figure)]
    if (ones.size < base.length || others.size < other.length || others.size === 0) return []
    const spread = spreads === null ? 0 : startSpreadOf(figure, spreads)
    return [compared(figure, [ones, others], spread)]
  })
}

/** Minimum degrees of freedom to estimate the spread between starts. */
const fewestStartDegrees = 2

/** Null if the runs themselves show the spread between starts, or if both sides share one start. */
export function startSpreadsBetween(
  base: readonly ConfigurationRun[],
  other: readonly ConfigurationRun[],
): StartSpreads | null {
  const [ones, others] = [base, other].map(
    (runs) => new Set(runs.map(({ start }, at) => start ?? `${at}`)),
  )
  if (ones === undefined || others === undefined) return null
  const isShown = ones.size + others.size - 2 >= fewestStartDegrees
  const isShared = base.some(({ start }) => start !== undefined && others.has(start))
  return isShown || isShared ? null : usualStartSpreads
}

type Figures = ReadonlyMap<string, NamedEstimate>
type Values = ReadonlyMap<string, number>

function figuresOf(runs: readonly ConfigurationRun[], wanted: NamedEstimate): Figures {
  return new Map(
    runs.flatMap((run) => {
      const found = comparableFigures(run).find((each) => figureKey(each) === figureKey(wanted))
      return found === undefined ? [] : [[run.key, found] as const]
    }),
  )
}

/** Below this number of pairs, the spread of differences is less certain than the spread of the runs. */
const fewestPairs = 3

function compared(
  { name, percentile }: NamedEstimate,
  [oneFigures, otherFigures]: readonly [Figures, Figures],
  spread: StartSpread | number,
): ConfigurationShift {
  const [ones, others] = [valuesOf(oneFigures), valuesOf(otherFigures)]
  const isPaired =
    ones.size >= fewestPairs &&
    ones.size === others.size &&
    [...ones.keys()].every((key) => others.has(key))
  const [base, other] = [meanOfAll(ones), meanOfAll(others)]
  const once =
    ones.size + others.size === 2 ? [...oneFigures.values(), ...otherFigures.values()] : []
  return {
    name,
    percentile,
    base,
    other,
    isPaired,
    difference: other - base,
    share: base === 0 ? null : (other - base) / base,
    ...(measuredOnce(figureTraits[name], once, spread) ??
      judged(figureTraits[name], [ones, others], (...sides) =>
        (isPaired ? pairedEstimates : pooledEstimates)(...sides).map((estimate) =>
          withStarts(estimate, spread),
        ),
      )),
    runs: { base: ones.size, other: others.size },
  }
}

function valuesOf(figures: Figures): Values {
  return new Map([...figures].map(([key, { value }]) => [key, value]))
}

type ShiftVerdict = Pick<ConfigurationShift, 'interval' | 'shareInterval' | 'verdict'>

/** Compares the requests of two single runs; ignores the variation between runs. */
function measuredOnce(
  traits: FigureTraits,
  [one, other]: readonly NamedEstimate[],
  spread: StartSpread | number,
): ShiftVerdict | null {
  if (one === undefined || other === undefined) return null
  return differenceOfFigures(
    withComparisonInterval(one, spread),
    withComparisonInterval(other, spread),
    traits,
  )
}

type Sides = readonly [Values, Values]
type Estimates = readonly (Estimate | null)[]
type EstimatesOf = (ones: Values, others: Values) => Estimates

/** Decides by the share if there is one and no negligible difference is configured. */
function judged(
  traits: FigureTraits,
  [ones, others]: Sides,
  estimatesOf: EstimatesOf,
): ShiftVerdict {
  const [first, second] = estimatesOf(ones, others)
  if (!first || !second) return { interval: null, shareInterval: null, verdict: 'unclear' }
  const options = { ...traits, confidence: comparisonConfidence }
  const { interval, verdict } = differenceBetween(first, second, options)
  const share = shareIntervalOf([ones, others], estimatesOf)
  const ratio = meanOfAll(others) / meanOfAll(ones)
  if (share !== null && (1 + share.high) / ratio > mostReach) {
    return { interval: null, shareInterval: null, verdict: 'unclear' }
  }
  const byShare = share !== null && traits.negligible === undefined
  return {
    interval,
    shareInterval: share,
    verdict: byShare ? verdictOnShare(share, traits.lowerIsBetter) : verdict,
  }
}

/**
 * Interval of the ratio − 1, computed on the logarithm so that it never falls below −100 %: the error of a mean's
 * logarithm equals the relative error of the mean. Null if either side is 0.
 */
function shareIntervalOf([ones, others]: Sides, estimatesOf: EstimatesOf): Interval | null {
  const [base, other] = [meanOfAll(ones), meanOfAll(others)]
  if (base <= 0 || other <= 0) return null
  const [first, second] = estimatesOf(inSharesOf(base, ones), inSharesOf(other, others))
  if (!first || !second) return null
  const options = { lowerIsBetter: true, confidence: comparisonConfidence }
  const { low, high } = differenceBetween(first, second, options).interval
  return { low: (other / base) * Math.exp(low) - 1, high: (other / base) * Math.exp(high) - 1 }
}

function inSharesOf(whole: number, values: Values): Values {
  return new Map([...values].map(([key, value]) => [key, value / whole]))
}

/** Pairing cancels the effect of the prompts. */
function pairedEstimates(ones: Values, others: Values): Estimates {
  const apart = estimateFromRepeats([...ones].map(([key, one]) => (others.get(key) ?? NaN) - one))
  if (apart === null) return []
  const value = meanOfAll(ones)
  const exact: Estimate = { value, standardError: 0, degrees: apart.degrees }
  return [exact, { ...apart, value: value + apart.value }]
}

/** Assumes that both sides vary by the same share of their means, so that few repeats of each estimate it together. */
function pooledEstimates(...sides: Sides): Estimates {
  const degrees = sides.reduce((sum, { size }) => sum + size - 1, 0)
  if (degrees === 0) return []
  const squares = sides.map((values) => {
    const mean = meanOfAll(values)
    return [...values.values()].reduce(
      (sum, value) => sum + (mean > 0 ? value / mean - 1 : 0) ** 2,
      0,
    )
  })
  const variation = Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / degrees)
  return sides.map((values) => {
    const value = meanOfAll(values)
    // Each side contributes half of the degrees of freedom, so that the difference has all of them (Welch).
    const share = degrees * (1 / values.size / (1 / sides[0].size + 1 / sides[1].size))
    return { value, standardError: (variation * value) / Math.sqrt(values.size), degrees: share }
  })
}

/** A side with one start has the full spread between starts. Degrees by Satterthwaite; an assumed spread has infinitely many. */
function withStarts(estimate: Estimate | null, spread: StartSpread | number): Estimate | null {
  if (estimate === null || typeof spread !== 'number' || spread === 0) return estimate
  const [own, between] = [estimate.standardError ** 2, (spread * estimate.value) ** 2]
  const degrees = own === 0 ? manyDegrees : estimate.degrees * ((own + between) / own) ** 2
  return {
    ...estimate,
    standardError: Math.sqrt(own + between),
    degrees: Math.min(manyDegrees, degrees),
  }
}

/** Student's t equals the normal distribution to six digits. */
const manyDegrees = 1e6

function meanOfAll(values: Values): number {
  return meanOf(Float64Array.from(values.values()))
}
