// One run against another, figure by figure: how far apart they are, how sure that is, and what to make of it.
import { figureTraits } from '#core/metrics/figures.ts'
import type { Run } from '#core/model/run/run.ts'
import type { KnownFigure } from '../certainty/interval.ts'
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
import { studentReach } from '../certainty/distributions.ts'
import { comparedSide, type Comparison, comparisonOf, isThroughput, keptUp } from './comparison.ts'
import { loadDifferences, type LoadedRun } from './load-differences.ts'
import { type StartSpread, type StartSpreads, usualStartSpreads } from './starts.ts'

// How sure a comparison is of each of its figures: so sure that all figures of a headline hold together with 95 %.

/** Of each interval. A headline has five figures at most, so that all of them hold with 95 % (Bonferroni). */
export const comparisonConfidence = 0.99

/** Standard errors of the normal distribution in half an interval of 99 %. */
const comparisonReach = 2.5758
const wider = comparisonReach / 1.96

/** A figure of 0 or more whose interval was of 95 %; by logarithms, as ratios of such figures are. */
export function withComparisonInterval(
  { value, interval }: KnownFigure,
  spread: StartSpread | number,
): KnownFigure {
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

/** Runs of several starts vary by what their requests leave open, too, so the larger of the two counts. */
function withStarts(reach: number, spread: StartSpread | number): number {
  if (typeof spread === 'number') return Math.hypot(reach, comparisonReach * spread)
  return Math.max(reach, studentReach(comparisonConfidence, spread.degrees) * spread.share)
}

/** Spread from start to start of a figure; 0 for shares, and for throughputs that the load sets. */
export function startSpreadOf(
  figure: NamedFigure,
  { assumed, shown }: StartSpreads,
  isSetByLoad = false,
): StartSpread | number {
  if (isSetByLoad || figureTraits[figure.name].family === 'share') return 0
  return shown[figureKey(figure)] ?? assumed
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
export function compareRuns(
  base: ComparableRun,
  other: ComparableRun,
  spreads = usualStartSpreads,
): ComparedFigure[] {
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
  first: ComparableFigure,
  second: ComparableFigure,
  spread: StartSpread | number,
): ComparedFigure {
  const { name, percentile } = first
  const base = withComparisonInterval(first, spread)
  const other = withComparisonInterval(second, spread)
  const { value: difference, ...judged } = differenceOfFigures(base, other, figureTraits[name])
  return { name, percentile, base, other, difference, ...judged }
}

// One run against another, as every surface shows it.
export type ComparedRun = LoadedRun & Readonly<{ status?: Run['status'] }>

export function compareTwoRuns(
  base: ComparedRun,
  other: ComparedRun,
  startSpreads = usualStartSpreads,
): Comparison<ComparedFigure> {
  return comparisonOf(compareRuns(base, other, startSpreads), {
    base: comparedSide([base]),
    other: comparedSide([other]),
    differences: loadDifferences(base, other),
    runs: [base, other],
    startSpreads,
  })
}
