// One run against another, figure by figure: how far apart they are, how sure that is, and what to make of it.
import { type FigureName, figureTraits } from '#core/metrics/figures.ts'
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
import { comparedSide, type Comparison, comparisonOf, isThroughput, keptUp } from './comparison.ts'
import { loadDifferences, type LoadedRun } from './load-differences.ts'

// How sure a comparison is of each of its figures: so sure that all figures of a headline hold together with 95 %.

/** Of each interval. A headline has five figures at most, so that all of them hold with 95 % (Bonferroni). */
export const comparisonConfidence = 0.99

/** Standard errors of the normal distribution in half an interval of 99 %. */
const comparisonReach = 2.5758
const wider = comparisonReach / 1.96

/**
 * Standard deviation from start to start of a server, as a share of a figure. A run shows one start, so nothing in it says how
 * far the next one differs; real servers differ by 1 to 5 %.
 */
export const assumedStartSpread = 0.03

/**
 * A figure of 0 or more whose interval was of 95 %; by logarithms, as ratios of such figures are. All but shares also differ
 * from start to start.
 */
export function withComparisonInterval(
  figure: KnownFigure,
  name: FigureName,
  isSetByLoad = false,
): KnownFigure {
  const { value, interval } = figure
  const isOfStart = figureTraits[name].family !== 'share' && !isSetByLoad
  const startReach = isOfStart ? comparisonReach * assumedStartSpread : 0
  return { value, interval: interval && widened(value, interval, startReach) }
}

function widened(value: number, { low, high }: Interval, startReach: number): Interval {
  if (low <= 0 || value <= 0) {
    return { low: Math.max(0, value - wider * (value - low)), high: value + wider * (high - value) }
  }
  return {
    low: value * Math.exp(-Math.hypot(wider * Math.log(value / low), startReach)),
    high: value * Math.exp(Math.hypot(wider * Math.log(high / value), startReach)),
  }
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
  const isSetByLoad = keptUp(base) && keptUp(other)
  return comparableFigures(base).flatMap((figure) => {
    const counterpart = others.get(figureKey(figure))
    if (counterpart === undefined) return []
    return compared(figure, counterpart, isSetByLoad && isThroughput(figure.name))
  })
}

function compared(
  first: ComparableFigure,
  second: ComparableFigure,
  isSetByLoad: boolean,
): ComparedFigure {
  const { name, percentile } = first
  const base = withComparisonInterval(first, name, isSetByLoad)
  const other = withComparisonInterval(second, name, isSetByLoad)
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
    startSpread: assumedStartSpread,
  })
}
