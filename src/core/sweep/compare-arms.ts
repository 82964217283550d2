// Two server settings under the same loads, figure by figure: what the repeats of each say, paired where both had the same
// prompts.
import { figureTraits } from '../model/figures/figure-traits.ts'
import {
  comparableFigures,
  figureKey,
  type ComparableRun,
  type NamedFigure,
} from '../stats/compare/comparable-figures.ts'
import { meanOf } from '../stats/certainty/batch-means.ts'
import {
  differenceBetween,
  type DifferenceVerdict,
  type FigureShift,
} from '../stats/certainty/difference.ts'
import type { Estimate } from '../stats/certainty/interval.ts'
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
  const [first, second] = (isPaired ? pairedEstimates : plainEstimates)(ones, others)
  const judged = first && second && differenceBetween(first, second, figureTraits[name])
  const [base, other] = [meanOfAll(ones), meanOfAll(others)]
  const { interval, verdict } = judged ?? { interval: null, verdict: null }
  return {
    ...{ name, percentile, base, other, isPaired, interval, verdict },
    ...{ difference: other - base, share: base === 0 ? null : (other - base) / base },
    shareInterval:
      interval === null || base === 0
        ? null
        : { low: interval.low / base, high: interval.high / base },
    runs: { base: ones.size, other: others.size },
  }
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
