// One metric of a configuration over time, each run compared with a base.
import { historyOf, type FigureHistory } from '#core/compare/level-shifts.ts'
import {
  comparableFigures,
  figureKey,
  type FigureIdentity,
} from '#core/compare/comparable-figures.ts'
import { comparedSide } from '#core/compare/comparison.ts'
import { compareTwoRuns } from '#core/compare/compare-runs.ts'
import { shownVerdict, type ShownVerdict } from '#core/compare/headline.ts'
import type { FigureShift } from '#core/stats/certainty/difference.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import { isSameConfiguration, type TrendRun } from '#core/compare/same-configuration.ts'

export type TrendShift = FigureShift & Readonly<{ verdict: ShownVerdict }>

/** A run of a trend. Exported for tests. */
export type TrendPoint = Readonly<{
  runId: string
  name: string
  createdAtEpochMs: number
  /** Version of the server; null if unknown. */
  version: string | null
  /** Value with its 95 % interval. */
  figure: FigureEstimate
  isUsable: boolean
  /** Difference from the base; null for the base itself. */
  shift: TrendShift | null
}>

export type Trend = Readonly<{
  figure: FigureIdentity
  /** Oldest first. */
  points: readonly TrendPoint[]
  /** Run that the others are compared with: the pinned baseline if it is included, else the oldest usable run. */
  baseId: string | null
}>

/** With the metrics of its run that have a trend. */
export type StoredTrend = Trend & Readonly<{ figures: readonly FigureIdentity[] }>

type TrendRequest = Readonly<{
  /** Any runs, in any order; other configurations are ignored. */
  runs: readonly TrendRun[]
  /** One run of the configuration. */
  reference: TrendRun
  figure: FigureIdentity
  baselineId: string | null
}>

export function trendOf({ runs, reference, figure, baselineId }: TrendRequest): Trend {
  const measured = runs
    .filter((run) => isSameConfiguration(reference, run, figure))
    .flatMap((run) => {
      const known = figureIn(run, figure)
      return known === null ? [] : [{ run, known, isUsable: comparedSide([run]).isUsable }]
    })
    .sort((a, b) => a.run.createdAtEpochMs - b.run.createdAtEpochMs)
  const base =
    measured.find(({ run }) => run.id === baselineId) ??
    measured.find(({ isUsable }) => isUsable) ??
    measured[0]
  const points = measured.map(({ run, known, isUsable }) => ({
    ...{ runId: run.id, name: run.name, createdAtEpochMs: run.createdAtEpochMs },
    ...{ version: run.facts?.version ?? null, figure: known, isUsable },
    shift: base === undefined || run === base.run ? null : shiftBetween(base.run, run, figure),
  }))
  return { figure, points, baseId: base?.run.id ?? null }
}

function figureIn(run: TrendRun, figure: FigureIdentity): FigureEstimate | null {
  const key = figureKey(figure)
  const found = comparableFigures(run).find((each) => figureKey(each) === key)
  return found === undefined ? null : { value: found.value, interval: found.interval }
}

function shiftBetween(base: TrendRun, run: TrendRun, figure: FigureIdentity): TrendShift | null {
  const { figures } = compareTwoRuns(base, run)
  const found = figures.find((each) => figureKey(each) === figureKey(figure))
  if (found === undefined) return null
  const { difference, share, interval, shareInterval } = found
  return { difference, share, interval, shareInterval, verdict: shownVerdict(found) }
}

export type TrendHistory = Pick<FigureHistory, 'shift' | 'drift'>

/** Last level shift of the usable points, and their drift; positions refer to all points. */
export function historyOfTrend(
  points: readonly Pick<TrendPoint, 'figure' | 'isUsable'>[],
): TrendHistory {
  const usable = points.flatMap(({ figure, isUsable }, at) =>
    isUsable && figure.value > 0 ? [{ at, value: figure.value }] : [],
  )
  const { shift, drift } = historyOf(usable.map(({ value }) => value))
  const first = shift === null ? undefined : usable[shift.at]
  return { shift: shift && first ? { ...shift, at: first.at } : null, drift }
}

export type VersionChange = Readonly<{
  /** Position of the first point of the new version. */
  at: number
  from: string
  to: string
}>

/** Points of unknown version are skipped. */
export function versionChanges(points: readonly Pick<TrendPoint, 'version'>[]): VersionChange[] {
  let before: string | null = null
  return points.flatMap(({ version }, at) => {
    const from = before
    before = version ?? before
    return version === null || from === null || version === from ? [] : [{ at, from, to: version }]
  })
}
