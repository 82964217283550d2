// One run against another, figure by figure: how far apart they are, how sure that is, and what to make of it.
import { figureTraits } from '#core/metrics/figures.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Interval, KnownFigure } from '../certainty/interval.ts'
import {
  differenceOfFigures,
  type DifferenceVerdict,
  type FigureShift,
} from '../certainty/difference.ts'
import {
  type ComparableFigure,
  comparableFigures,
  type ComparableRun,
  figureKey,
  type NamedFigure,
} from './comparable-figures.ts'
import { comparedSide, type Comparison, comparisonOf } from './comparison.ts'
import { loadDifferences, type LoadedRun } from './load-differences.ts'

// How sure a comparison is of each of its figures: so sure that all figures of a headline hold together with 95 %.

/** Of each interval. A headline has five figures at most, so that all of them hold with 95 % (Bonferroni). */
export const comparisonConfidence = 0.99

/** Of the normal distribution: reach of 99 % over that of 95 %. */
const wider = 2.5758 / 1.96

/** A figure of 0 or more whose interval was of 95 %; by logarithms, as ratios of such figures are. */
export function withComparisonInterval(figure: KnownFigure): KnownFigure {
  const { value, interval } = figure
  return { value, interval: interval && widened(value, interval) }
}

function widened(value: number, { low, high }: Interval): Interval {
  if (low <= 0 || value <= 0) {
    return { low: Math.max(0, value - wider * (value - low)), high: value + wider * (high - value) }
  }
  return { low: value * (low / value) ** wider, high: value * (high / value) ** wider }
}

export type ComparedFigure = NamedFigure &
  FigureShift &
  Readonly<{
    base: KnownFigure
    other: KnownFigure
    /** Unclear without an interval. */
    verdict: DifferenceVerdict
  }>

/** Figures that both runs have, in display order; a verdict says how `other` compares with `base`. */
export function compareRuns(base: ComparableRun, other: ComparableRun): ComparedFigure[] {
  const others = new Map(comparableFigures(other).map((figure) => [figureKey(figure), figure]))
  return comparableFigures(base).flatMap((figure) => {
    const counterpart = others.get(figureKey(figure))
    return counterpart === undefined ? [] : compared(figure, counterpart)
  })
}

function compared(first: ComparableFigure, second: ComparableFigure): ComparedFigure {
  const { name, percentile } = first
  const [base, other] = [withComparisonInterval(first), withComparisonInterval(second)]
  const { value: difference, ...judged } = differenceOfFigures(base, other, figureTraits[name])
  return { name, percentile, base, other, difference, ...judged }
}

// One run against another, as every surface shows it.
export type ComparedRun = LoadedRun & Readonly<{ status?: Run['status'] }>

export function compareTwoRuns(base: ComparedRun, other: ComparedRun): Comparison<ComparedFigure> {
  return comparisonOf(compareRuns(base, other), {
    base: comparedSide([base]),
    other: comparedSide([other]),
    differences: loadDifferences(base, other),
    runs: [base, other],
  })
}
