// Two server settings under the same loads, figure by figure: what the repeats of each say, paired where both had the same
// prompts.
import {
  comparableFigures,
  figureKey,
  type ComparableFigure,
  type ComparableRun,
} from '../stats/compare/comparable-figures.ts'
import { meanOf } from '../stats/certainty/batch-means.ts'
import { differenceBetween, type Difference } from '../stats/certainty/difference.ts'
import type { Estimate } from '../stats/certainty/interval.ts'
import { estimateFromRepeats } from '../stats/certainty/repeats.ts'

/** Runs of different settings with the same key had the same load and the same prompts. */
export type ArmRun = ComparableRun & Readonly<{ key: string }>

export type ArmFigure = Pick<ComparableFigure, 'name' | 'percentile' | 'unit' | 'lowerIsBetter'> &
  Readonly<{
    /** Means over the runs. */
    base: number
    other: number
    runs: Readonly<{ base: number; other: number }>
    /** Each run was set against the one with its prompts. */
    isPaired: boolean
    /** Null for fewer than two runs of each: nothing tells how much they differ by chance. */
    difference: Difference | null
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

function valuesOf(runs: readonly ArmRun[], wanted: ComparableFigure): Values {
  return new Map(
    runs.flatMap((run) => {
      const found = comparableFigures(run).find((each) => figureKey(each) === figureKey(wanted))
      return found === undefined ? [] : [[run.key, found.value] as const]
    }),
  )
}

function compared(figure: ComparableFigure, ones: Values, others: Values): ArmFigure {
  const { name, percentile, unit, lowerIsBetter } = figure
  const isPaired = ones.size === others.size && [...ones.keys()].every((key) => others.has(key))
  const difference = isPaired
    ? pairedDifference(ones, others, lowerIsBetter)
    : plainDifference(ones, others, lowerIsBetter)
  return {
    ...{ name, percentile, unit, lowerIsBetter, isPaired, difference },
    ...{ base: meanOfAll(ones), other: meanOfAll(others) },
    runs: { base: ones.size, other: others.size },
  }
}

/** What both runs of a pair owe to their prompts is in neither difference. */
function pairedDifference(ones: Values, others: Values, lowerIsBetter: boolean): Difference | null {
  const apart = estimateFromRepeats([...ones].map(([key, one]) => (others.get(key) ?? NaN) - one))
  if (apart === null) return null
  const value = meanOfAll(ones)
  const exact: Estimate = { value, standardError: 0, degrees: apart.degrees }
  return differenceBetween(exact, { ...apart, value: value + apart.value }, { lowerIsBetter })
}

/** By Welch, each side with a spread of its own. */
function plainDifference(ones: Values, others: Values, lowerIsBetter: boolean): Difference | null {
  const [one, other] = [ones, others].map((values) => estimateFromRepeats([...values.values()]))
  return one && other ? differenceBetween(one, other, { lowerIsBetter }) : null
}

function meanOfAll(values: Values): number {
  return meanOf(Float64Array.from(values.values()))
}
