// One side of a comparison against the other: figure by figure how far apart they are and how sure that is, and a verdict only
// where the two were measured alike and both are usable.
import { judgePoint } from '#core/judgement/judge-point.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { type ReasonCode, reasonGrades } from '#core/judgement/judgement.ts'
import { type FigureName, figureTraits } from '#core/metrics/figures.ts'
import { isSpreadOverTime } from '#core/model/benchmark/load-traits.ts'
import type { DifferenceVerdict, FigureShift } from '../certainty/difference.ts'
import type { ComparableRun, NamedFigure } from './comparable-figures.ts'
import { isAffected, type LoadDifference, type LoadedRun } from './load-differences.ts'

/** Why a figure has no verdict. */
type Withheld =
  | 'not-usable'
  | 'different-loads'
  | 'saturated'
  /** Requests come at a rate of their own, and both servers kept up with it. */
  | 'set-by-load'

/** A figure of both sides before anything is known of these. */
export type Shift = NamedFigure & FigureShift & Readonly<{ verdict: DifferenceVerdict }>

export type Judged<F extends Shift> = Omit<F, 'verdict'> &
  Readonly<{
    verdict: DifferenceVerdict | null
    /** Null where there is a verdict. */
    withheld: Withheld | null
  }>

export type Comparison<F extends Shift = Shift> = Readonly<{
  base: ComparedSide
  other: ComparedSide
  differences: readonly LoadDifference[]
  /** Share by which starts of a server are assumed to differ; null if the intervals come from repeats. */
  startSpread: number | null
  /** The side that kept up with a load under which the other was saturated. */
  carriedBy: 'base' | 'other' | null
  figures: readonly Judged<F>[]
}>

type Sides = Readonly<{
  base: ComparedSide
  other: ComparedSide
  differences: readonly LoadDifference[]
  /** A run of each. */
  runs: readonly [LoadedRun, LoadedRun]
  startSpread?: number | null
}>

export function comparisonOf<F extends Shift>(
  figures: readonly F[],
  { base, other, differences, runs, startSpread = null }: Sides,
): Comparison<F> {
  const kept = runs.map(keptUp)
  const isSetByLoad = kept.every(Boolean)
  const isComparable =
    base.isUsable && other.isUsable && !differences.some(({ affects }) => affects === 'all')
  const [unsaturated, at] = base.isSaturated ? (['other', 1] as const) : (['base', 0] as const)
  const isCarriedByOne = isComparable && base.isSaturated !== other.isSaturated && kept[at] === true
  const withheldOf = (name: FigureName): Withheld | null => {
    if (!base.isUsable || !other.isUsable) return 'not-usable'
    if (differences.some((difference) => isAffected(name, difference))) return 'different-loads'
    if (isSetByLoad && isThroughput(name)) return 'set-by-load'
    const isOfLoad = figureTraits[name].family === 'latency' || name === 'requestGoodput'
    return isOfLoad && (base.isSaturated || other.isSaturated) ? 'saturated' : null
  }
  return {
    base,
    other,
    differences,
    startSpread,
    carriedBy: isCarriedByOne ? unsaturated : null,
    figures: figures.map((figure) => {
      const withheld = withheldOf(figure.name)
      return { ...figure, withheld, verdict: withheld === null ? figure.verdict : null }
    }),
  }
}

export function isThroughput(name: FigureName): boolean {
  return figureTraits[name].family === 'throughput' && name !== 'requestGoodput'
}

/** Of what was asked, before a server is said to have kept up. */
const keptUpShare = 0.95

export function keptUp({ config, summary }: ComparableRun): boolean {
  const rate = summary.certainty?.rate ?? null
  if (!isSpreadOverTime(config) || rate === null) return false
  return rate.answered !== null && rate.answered >= keptUpShare * rate.asked
}

// What one side of a comparison is worth: whether its figures may be compared at all.
type ComparedSide = Readonly<{
  isUsable: boolean
  /** Its latencies depend on how long the load lasted. */
  isSaturated: boolean
  /** What makes it unusable, worst first. */
  reasons: readonly ReasonCode[]
}>

/** Of the runs of one side together. */
export function comparedSide(runs: readonly JudgedRun[]): ComparedSide {
  const judgement = judgePoint(runs)
  const codes = judgement?.reasons.map(({ code }) => code) ?? []
  return {
    isUsable: judgement?.grade !== 'not-usable',
    isSaturated: judgement?.isSaturated ?? false,
    reasons: codes.filter((code) => reasonGrades[code] === 'not-usable'),
  }
}
