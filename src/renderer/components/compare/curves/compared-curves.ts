// Curves of sweeps, searches and single runs, compared with the first: differences and conclusion.
import type { Run } from '#core/model/run/run.ts'
import { heldText, rateText } from '#core/sweep/knee-text.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import { configurationKey } from '#core/sweep/configurations.ts'
import { carriedLoad, compareCarried, type CarriedComparison } from '#core/sweep/carried-loads.ts'
import { comparedLoads, type ComparedLoad } from '#core/sweep/compare-to-configuration.ts'
import {
  sweepDifferences,
  type SweepDifference,
  type SweptRun,
} from '#core/sweep/sweep-differences.ts'
import { valueText } from '#core/compare/load-differences.ts'
import { textIn } from '#core/messages/message.ts'
import { currentLanguage, inSequence, said, type Translate } from '../../../i18n/i18n.ts'
import { type CellCurve, cellRuns, comparedRun, loadName } from '../../sweep/cells/sweep-cells.ts'
import { curveName, type MeasuredSweep } from '../../sweep/plots/drawn-curves.ts'
import { headlineText } from '../headline-text.ts'

/** One curve of a sweep, with the sweep restricted to it. Exported for tests. */
export type ComparedCurve = Readonly<{
  name: string
  measured: MeasuredSweep
  curve: CellCurve
}>

/** Curves in one chart. */
export const mostCurves = 6

/** Curves in the order of their sweeps. If a sweep has several, the name includes the settings. */
export function curvesOf(sweeps: readonly MeasuredSweep[], t: Translate): ComparedCurve[] {
  return sweeps.flatMap((measured) =>
    measured.curves.map((curve) => {
      const own = curveName(measured, curve, t)
      const parts = [measured.sweep.plan.name, ...(own === '' ? [] : [own])]
      return { name: parts.join(' · '), curve, measured: { ...measured, curves: [curve] } }
    }),
  )
}

export type CurveComparison = Readonly<{
  name: string
  differences: readonly SweepDifference[]
  /** False if the workloads differ. */
  isComparable: boolean
  carried: CarriedComparison
  loads: readonly ComparedLoad[]
}>

export function compareCurves(base: ComparedCurve, other: ComparedCurve): CurveComparison {
  const [one, two] = [firstRun(base), firstRun(other)]
  const differences = one === null || two === null ? [] : sweepDifferences(one, two)
  const { limits } = base.measured.sweep.plan
  const over = sharedLoad(base, other)
  const carriedOf = ({ curve: { cells } }: ComparedCurve) =>
    cells.flatMap((cell) => {
      const load = over === null ? null : cell.cell[over]
      if (typeof load !== 'number') return []
      return [carriedLoad({ load, runs: cellRuns(cell) }, limits)]
    })
  return {
    ...{ name: other.name, differences },
    isComparable: !differences.some(({ isWorkload }) => isWorkload),
    carried: compareCarried(carriedOf(base), carriedOf(other)),
    loads: comparedLoads(pointsOf(base), pointsOf(other), runsOf([base, other])),
  }
}

/** Single runs have no rising load, so the other curve decides. */
function sharedLoad(base: ComparedCurve, other: ComparedCurve): CellCurve['over'] | null {
  const rising = [base, other].filter(({ curve }) => curve.cells.length > 1)
  const [first = base] = rising
  return rising.every(({ curve }) => curve.over === first.curve.over) ? first.curve.over : null
}

function pointsOf({ measured: { sweep }, curve }: ComparedCurve) {
  const key = configurationKey(curve.configuration)
  return sweep.points.filter((point) => configurationKey(point) === key)
}

function rowsOf({ curve }: ComparedCurve) {
  return curve.cells.flatMap(({ rows }) => rows)
}

function runsOf(curves: readonly ComparedCurve[]): ReadonlyMap<string, Run> {
  const runs = curves.flatMap((curve) => rowsOf(curve).flatMap(({ run }) => run ?? []))
  return new Map(runs.map((run) => [run.id, run]))
}

/** A measured run of the curve; null before the first. */
export function firstRun(curve: ComparedCurve): (Run & SweptRun) | null {
  for (const { run } of rowsOf(curve)) if (run?.summary) return { ...run, summary: run.summary }
  return null
}

/** Differences come first, because the conclusion depends on them. */
export function differsText({ differences }: CurveComparison, t: Translate): string {
  if (differences.length === 0) return t('compare.sameSettings')
  const list = differences.map(({ name, base, other }) => {
    const values = [base, other].map(short).join(' / ')
    return `${textIn(currentLanguage(), name)} ${values}`
  })
  return t('compare.differs', { list: list.join(' · ') })
}

const longestValue = 40

function short(written: string): string {
  const value = textIn(currentLanguage(), valueText(written))
  return value.length <= longestValue ? value : `${value.slice(0, longestValue - 1).trimEnd()}…`
}

/** The load that each sustains, followed by the differences of their metrics at the highest load that both sustain. */
export function conclusionText(
  comparison: CurveComparison,
  { base, other }: Readonly<{ base: ComparedCurve; other: ComparedCurve }>,
  t: Translate,
): string {
  if (!comparison.isComparable) {
    const [workload] = comparison.differences.filter(({ isWorkload }) => isWorkload)
    return t('compare.curves.incomparable', {
      name: textIn(currentLanguage(), workload?.name ?? ''),
      ...{ base: short(workload?.base ?? ''), other: short(workload?.other ?? '') },
    })
  }
  return inSequence([
    carriedText(comparison, { base, other }, t),
    ...equalLoadText(comparison, base, t),
  ])
}

function carriedText(
  { carried: { only, most } }: CurveComparison,
  { base, other }: Readonly<{ base: ComparedCurve; other: ComparedCurve }>,
  t: Translate,
): string {
  const named = (load: number) => loadText(load, base)
  if (only !== null) {
    const { name } = only.side === 'base' ? base : other
    return t('compare.curves.only', { name, load: named(only.load) })
  }
  if (most.base === null && most.other === null) return t('compare.curves.neither')
  if (most.base === most.other) return t('compare.curves.both', { load: named(most.base ?? 0) })
  const upTo = (load: number | null) => (load === null ? t('compare.curves.none') : named(load))
  return t('compare.curves.upTo', {
    ...{ base: base.name, other: other.name },
    ...{ baseLoad: upTo(most.base), otherLoad: upTo(most.other) },
  })
}

function loadText(load: number, { curve, measured }: ComparedCurve): string {
  const unit = heldBy(measured.sweep.plan.config)
  return said(
    curve.over === 'requestRate'
      ? rateText(Number(load.toPrecision(4)), unit)
      : heldText(unit, load),
  )
}

/** At the highest load that both sustain, or else the highest that both measured. */
function equalLoadText(comparison: CurveComparison, base: ComparedCurve, t: Translate): string[] {
  const at = equalLoad(comparison, base)
  if (at === null) return [t('compare.curves.noLoad')]
  const value = at[base.curve.over]
  const load =
    typeof value === 'number' ? loadText(value, base) : loadName(at, base.measured.sweep, t)
  return [t('compare.curves.atLoad', { load, text: headlineText(at.comparison) })]
}

/** A run of each at the highest load that both sustain, or else the highest that both measured; null without such a load. */
export function runsAtEqualLoad(
  comparison: CurveComparison,
  { base, other }: Readonly<{ base: ComparedCurve; other: ComparedCurve }>,
): Readonly<{ base: Run; other: Run }> | null {
  const at = equalLoad(comparison, base)
  if (at === null) return null
  const runAt = ({ curve }: ComparedCurve) => {
    const cell = curve.cells.find(
      (one) =>
        one.cell.requestRate === at.requestRate && one.cell.maxConcurrency === at.maxConcurrency,
    )
    return cell && comparedRun(cell)
  }
  const [one, two] = [runAt(base), runAt(other)]
  return one && two ? { base: one, other: two } : null
}

function equalLoad(
  { loads, carried: { both } }: Pick<CurveComparison, 'loads' | 'carried'>,
  { curve: { over } }: ComparedCurve,
): ComparedLoad | null {
  return loads.find((one) => both !== null && one[over] === both) ?? loads.at(-1) ?? null
}
