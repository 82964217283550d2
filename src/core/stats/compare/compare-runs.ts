// One run against another, figure by figure: how far apart they are, how sure that is, and what to make of it.
import { figureTraits } from '#core/metrics/figures.ts'
import {
  differenceOfFigures,
  type DifferenceVerdict,
  type FigureShift,
} from '../certainty/difference.ts'
import type { KnownFigure } from '../certainty/interval.ts'
import { withComparisonInterval } from './comparison-confidence.ts'
import {
  comparableFigures,
  figureKey,
  type ComparableFigure,
  type ComparableRun,
  type NamedFigure,
} from './comparable-figures.ts'

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
