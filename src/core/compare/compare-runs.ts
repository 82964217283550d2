// Compares two runs figure by figure: difference, confidence, and verdict.
import { figureTraits } from '#core/metrics/figures.ts'
import type { Run } from '#core/model/run/run.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import {
  differenceOfFigures,
  type DifferenceVerdict,
  type FigureShift,
} from '#core/stats/certainty/difference.ts'
import {
  type NamedEstimate,
  comparableFigures,
  type ComparableRun,
  figureKey,
  type FigureIdentity,
} from './comparable-figures.ts'
import { studentReach } from '#core/stats/certainty/distributions.ts'
import { comparedSide, type Comparison, comparisonOf, isThroughput, keptUp } from './comparison.ts'
import { loadDifferences, type LoadedRun } from './load-differences.ts'
import { type StartSpread, type StartSpreads, usualStartSpreads } from './starts.ts'

/** Confidence of each interval. A headline has at most five figures, so all five hold with 95 % (Bonferroni). */
export const comparisonConfidence = 0.99

/** Half the width of a 99 % interval in standard errors of a normal distribution. */
const comparisonReach = 2.5758
const wider = comparisonReach / 1.96

/** Widens the 95 % interval of a non-negative figure, using logarithms as for ratios. */
export function withComparisonInterval(
  { value, interval }: FigureEstimate,
  spread: StartSpread | number,
): FigureEstimate {
  if (interval === null) return { value, interval }
  const { low, high } = interval
  if (low <= 0 || value <= 0) {
    const [below, above] = [wider * (value - low), wider * (high - value)]
    return { value, interval: { low: Math.max(0, value - below), high: value + above } }
  }
  const reach = (ends: number) => withStarts(wider * Math.log(ends), spread)
  return {
    value,
    interval: {
      low: value * Math.exp(-reach(value / low)),
      high: value * Math.exp(reach(high / value)),
    },
  }
}

/** Takes the larger spread, because runs of several starts also vary by the sampling error of their requests. */
function withStarts(reach: number, spread: StartSpread | number): number {
  if (typeof spread === 'number') return Math.hypot(reach, comparisonReach * spread)
  return Math.max(reach, studentReach(comparisonConfidence, spread.degrees) * spread.share)
}

/** Spread of a figure between starts; 0 for shares, and for throughputs set by the load. */
export function startSpreadOf(
  figure: FigureIdentity,
  { assumed, shown }: StartSpreads,
  isSetByLoad = false,
): StartSpread | number {
  if (isSetByLoad || figureTraits[figure.name].family === 'share') return 0
  return shown[figureKey(figure)] ?? assumed
}

export type FigureComparison = FigureIdentity &
  FigureShift &
  Readonly<{
    base: FigureEstimate
    other: FigureEstimate
    /** Unclear without an interval. */
    verdict: DifferenceVerdict
  }>

/** Figures present in both runs, in display order; a verdict compares `other` with `base`. */
export function compareRuns(
  base: ComparableRun,
  other: ComparableRun,
  spreads = usualStartSpreads,
): FigureComparison[] {
  const others = new Map(comparableFigures(other).map((figure) => [figureKey(figure), figure]))
  const isSetByLoad = keptUp(base) && keptUp(other)
  return comparableFigures(base).flatMap((figure) => {
    const counterpart = others.get(figureKey(figure))
    if (counterpart === undefined) return []
    const isOfLoad = isSetByLoad && isThroughput(figure.name)
    return compared(figure, counterpart, startSpreadOf(figure, spreads, isOfLoad))
  })
}

function compared(
  first: NamedEstimate,
  second: NamedEstimate,
  spread: StartSpread | number,
): FigureComparison {
  const { name, percentile } = first
  const base = withComparisonInterval(first, spread)
  const other = withComparisonInterval(second, spread)
  const { value: difference, ...judged } = differenceOfFigures(base, other, figureTraits[name])
  return { name, percentile, base, other, difference, ...judged }
}

/** Comparison of two runs for every surface. */
export type ComparedRun = LoadedRun & Readonly<{ status?: Run['status'] }>

export function compareTwoRuns(
  base: ComparedRun,
  other: ComparedRun,
  startSpreads = usualStartSpreads,
): Comparison<FigureComparison> {
  return comparisonOf(compareRuns(base, other, startSpreads), {
    base: comparedSide([base]),
    other: comparedSide([other]),
    differences: loadDifferences(base, other),
    runs: [base, other],
    startSpreads,
  })
}
