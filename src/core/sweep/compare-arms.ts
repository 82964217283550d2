// Two server settings under the same loads, figure by figure: what the repeats of each say, paired where both had the same
// prompts.
import { figureTraits, type FigureTraits } from '../model/figures/figure-traits.ts'
import {
  comparableFigures,
  figureKey,
  type ComparableRun,
  type NamedFigure,
} from '../stats/compare/comparable-figures.ts'
import { meanOf } from '../stats/certainty/batch-means.ts'
import {
  differenceBetween,
  verdictOnShare,
  type DifferenceVerdict,
  type FigureShift,
} from '../stats/certainty/difference.ts'
import type { Estimate, Interval } from '../stats/certainty/interval.ts'
import { estimateFromRepeats } from '../stats/certainty/repeats.ts'

/** Runs of different settings with the same key had the same load and the same prompts. */
export type ArmRun = ComparableRun & Readonly<{ key: string }>

export type ArmFigure = NamedFigure &
  FigureShift &
  Readonly<{
    /** Means over the runs. */
    base: number
    other: number
    runs: Readonly<{ base: number; other: number }>
    /** Each run was set against the one with its prompts. */
    isPaired: boolean
    /** Null, as are the intervals, for fewer than two runs of each: nothing tells how much they differ by chance. */
    verdict: DifferenceVerdict | null
  }>

/** Figures that all runs have, of one load. */
export function compareArms(base: readonly ArmRun[], other: readonly ArmRun[]): ArmFigure[] {
  const first = base[0]
  if (first === undefined) return []
  return comparableFigures(first).flatMap((figure) => {
    const [ones, others] = [valuesOf(base, figure), valuesOf(other, figure)]
    if (ones.size < base.length || others.size < other.length || others.size === 0) return []
    return [compared(figure, ones, others)]
  })
}

type Values = ReadonlyMap<string, number>

function valuesOf(runs: readonly ArmRun[], wanted: NamedFigure): Values {
  return new Map(
    runs.flatMap((run) => {
      const found = comparableFigures(run).find((each) => figureKey(each) === figureKey(wanted))
      return found === undefined ? [] : [[run.key, found.value] as const]
    }),
  )
}

function compared({ name, percentile }: NamedFigure, ones: Values, others: Values): ArmFigure {
  const isPaired = ones.size === others.size && [...ones.keys()].every((key) => others.has(key))
  const estimatesOf = isPaired ? pairedEstimates : plainEstimates
  const [base, other] = [meanOfAll(ones), meanOfAll(others)]
  return {
    ...{ name, percentile, base, other, isPaired },
    ...{ difference: other - base, share: base === 0 ? null : (other - base) / base },
    ...judged(
      figureTraits[name],
      estimatesOf(ones, others),
      shareIntervalOf(ones, others, estimatesOf),
    ),
    runs: { base: ones.size, other: others.size },
  }
}

type Judged = Pick<ArmFigure, 'interval' | 'shareInterval' | 'verdict'>

/** By the share, where there is one and no difference is said to matter to nobody. */
function judged(traits: FigureTraits, [first, second]: Estimates, share: Interval | null): Judged {
  if (!first || !second) return { interval: null, shareInterval: null, verdict: null }
  const { interval, verdict } = differenceBetween(first, second, traits)
  const byShare = share !== null && traits.negligible === undefined
  return {
    ...{ interval, shareInterval: share },
    verdict: byShare ? verdictOnShare(share, traits.lowerIsBetter) : verdict,
  }
}

/**
 * Of the ratio less 1, by its logarithm, so that it never passes −100 %: the logarithm of a mean errs by what the mean does
 * in shares of itself. Null where either side is nothing.
 */
function shareIntervalOf(
  ones: Values,
  others: Values,
  estimatesOf: (ones: Values, others: Values) => Estimates,
): Interval | null {
  const [base, other] = [meanOfAll(ones), meanOfAll(others)]
  const [first, second] = estimatesOf(inSharesOf(base, ones), inSharesOf(other, others))
  if (base <= 0 || other <= 0 || !first || !second) return null
  const { low, high } = differenceBetween(first, second, { lowerIsBetter: true }).interval
  return { low: (other / base) * Math.exp(low) - 1, high: (other / base) * Math.exp(high) - 1 }
}

function inSharesOf(whole: number, values: Values): Values {
  return new Map([...values].map(([key, value]) => [key, value / whole]))
}

type Estimates = readonly (Estimate | null)[]

/** What both runs of a pair owe to their prompts is in neither difference. */
function pairedEstimates(ones: Values, others: Values): Estimates {
  const apart = estimateFromRepeats([...ones].map(([key, one]) => (others.get(key) ?? NaN) - one))
  if (apart === null) return []
  const value = meanOfAll(ones)
  const exact: Estimate = { value, standardError: 0, degrees: apart.degrees }
  return [exact, { ...apart, value: value + apart.value }]
}

/** By Welch, each side with a spread of its own. */
function plainEstimates(...sides: readonly Values[]): Estimates {
  return sides.map((values) => estimateFromRepeats([...values.values()]))
}

function meanOfAll(values: Values): number {
  return meanOf(Float64Array.from(values.values()))
}
