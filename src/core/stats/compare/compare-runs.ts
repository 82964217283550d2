// One run against another, figure by figure: how far apart they are, how sure that is, and what to make of it.
import { differenceOfFigures, type DifferenceVerdict } from '../certainty/difference.ts'
import type { Interval } from '../certainty/interval.ts'
import {
  comparableFigures,
  figureKey,
  type ComparableFigure,
  type ComparableRun,
} from './comparable-figures.ts'

export type ComparedFigure = Pick<
  ComparableFigure,
  'name' | 'percentile' | 'unit' | 'lowerIsBetter'
> &
  Readonly<{
    base: ComparedSide
    other: ComparedSide
    /** Other minus base. */
    difference: number
    /** In shares of the base; null where that is 0. */
    share: number | null
    /** Of the difference; null where one of the two has none, and then the verdict is unclear. */
    interval: Interval | null
    /** Of the share, by the ratio of the two: never below −1. */
    shareInterval: Interval | null
    verdict: DifferenceVerdict
  }>

type ComparedSide = Readonly<{ value: number; interval: Interval | null }>

/** Shares of failed requests differ by nothing that matters up to one in a hundred. */
const negligibleFailedShare = 0.01

/** Figures that both runs have, in the order they are told; a verdict says how `other` is against `base`. */
export function compareRuns(base: ComparableRun, other: ComparableRun): ComparedFigure[] {
  const others = new Map(comparableFigures(other).map((figure) => [figureKey(figure), figure]))
  return comparableFigures(base).flatMap((figure) => {
    const counterpart = others.get(figureKey(figure))
    return counterpart === undefined ? [] : compared(figure, counterpart)
  })
}

function compared(first: ComparableFigure, second: ComparableFigure): ComparedFigure {
  const { name, percentile, unit, lowerIsBetter } = first
  const { value: difference, ...judged } = differenceOfFigures(first, second, {
    lowerIsBetter,
    ...(unit === 'share' && { negligible: negligibleFailedShare }),
  })
  const sideOf = ({ value, interval }: ComparableFigure) => ({ value, interval })
  const sides = { base: sideOf(first), other: sideOf(second) }
  return { name, percentile, unit, lowerIsBetter, ...sides, difference, ...judged }
}
