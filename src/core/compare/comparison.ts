// Compares two sides figure by figure: difference and confidence. Gives a verdict only if both were measured alike and
// are usable.
import { judgePoint } from '#core/judgement/judge-point.ts'
import type { JudgedRun } from '#core/judgement/judged-run.ts'
import { type ReasonCode, reasonTraits } from '#core/model/run/judgement.ts'
import { type FigureName, figureTraits } from '#core/metrics/figures.ts'
import { isSpreadOverTime } from '#core/traits/load-traits.ts'
import type { DifferenceVerdict, FigureShift } from '#core/stats/certainty/difference.ts'
import { type ComparableRun, figureKey, type FigureIdentity } from './comparable-figures.ts'
import { isAffected, type LoadDifference, type LoadedRun } from './load-differences.ts'
import type { StartSpreads } from './starts.ts'

/** Why a figure has no verdict. */
type Withheld =
  | 'not-usable'
  | 'different-loads'
  | 'saturated'
  /** Requests arrive at a fixed rate, and both servers kept up. */
  | 'set-by-load'
  /** The spread between starts is unknown, and no value is assumed. */
  | 'within-runs'

/** A figure of both sides before assessment. */
export type Shift = FigureIdentity & FigureShift & Readonly<{ verdict: DifferenceVerdict }>

export type WithVerdict<F extends Shift> = Omit<F, 'verdict'> &
  Readonly<{
    verdict: DifferenceVerdict | null
    /** Null if there is a verdict. */
    withheld: Withheld | null
  }>

export type Comparison<F extends Shift = Shift> = Readonly<{
  base: ComparedSide
  other: ComparedSide
  differences: readonly LoadDifference[]
  /** Null if the intervals are from repeats. */
  startSpreads: StartSpreads | null
  /** The side that kept up at a load that saturated the other. */
  carriedBy: 'base' | 'other' | null
  figures: readonly WithVerdict<F>[]
}>

type Sides = Readonly<{
  base: ComparedSide
  other: ComparedSide
  differences: readonly LoadDifference[]
  /** One run of each side. */
  runs: readonly [LoadedRun, LoadedRun]
  startSpreads?: StartSpreads | null
}>

export function comparisonOf<F extends Shift>(
  figures: readonly F[],
  { base, other, differences, runs, startSpreads = null }: Sides,
): Comparison<F> {
  const kept = runs.map(keptUp)
  const isSetByLoad = kept.every(Boolean)
  const isComparable =
    base.isUsable && other.isUsable && !differences.some(({ affects }) => affects === 'all')
  const [unsaturated, at] = base.isSaturated ? (['other', 1] as const) : (['base', 0] as const)
  const isCarriedByOne = isComparable && base.isSaturated !== other.isSaturated && kept[at] === true
  const withheldOf = (figure: FigureIdentity): Withheld | null => {
    const { name } = figure
    if (!base.isUsable || !other.isUsable) return 'not-usable'
    if (differences.some((difference) => isAffected(name, difference))) return 'different-loads'
    if (isSetByLoad && isThroughput(name)) return 'set-by-load'
    const isOfLoad = figureTraits[name].family === 'latency' || name === 'requestGoodput'
    if (isOfLoad && (base.isSaturated || other.isSaturated)) return 'saturated'
    return isOfRunsOnly(figure, startSpreads) ? 'within-runs' : null
  }
  return {
    base,
    other,
    differences,
    startSpreads,
    carriedBy: isCarriedByOne ? unsaturated : null,
    figures: figures.map((figure) => {
      const withheld = withheldOf(figure)
      return { ...figure, withheld, verdict: withheld === null ? figure.verdict : null }
    }),
  }
}

/** A share of requests is counted, so it has no spread between starts. */
function isOfRunsOnly(figure: FigureIdentity, spreads: StartSpreads | null): boolean {
  if (spreads === null || spreads.assumed > 0) return false
  return figureTraits[figure.name].family !== 'share' && !spreads.shown[figureKey(figure)]
}

export function isThroughput(name: FigureName): boolean {
  return figureTraits[name].family === 'throughput' && name !== 'requestGoodput'
}

/** Share of the requested load above which a server counts as keeping up. */
const keptUpShare = 0.95

export function keptUp({ config, summary }: ComparableRun): boolean {
  const rate = summary.certainty?.rate ?? null
  if (!isSpreadOverTime(config) || rate === null) return false
  return rate.answered !== null && rate.answered >= keptUpShare * rate.asked
}

/** One side of a comparison, and whether its figures may be compared. */
type ComparedSide = Readonly<{
  isUsable: boolean
  /** Its latencies depend on the length of the load. */
  isSaturated: boolean
  /** Why it is unusable; worst reason first. */
  reasons: readonly ReasonCode[]
}>

/** Assesses all runs of one side together. */
export function comparedSide(runs: readonly JudgedRun[]): ComparedSide {
  const judgement = judgePoint(runs)
  const codes = judgement?.reasons.map(({ code }) => code) ?? []
  return {
    isUsable: judgement?.grade !== 'not-usable',
    isSaturated: judgement?.isSaturated ?? false,
    reasons: codes.filter((code) => reasonTraits[code].grade === 'not-usable'),
  }
}
