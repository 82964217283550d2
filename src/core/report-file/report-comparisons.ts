// The comparisons of a report: settings of a sweep with the first of them, load by load, and runs of no sweep with the
// first of these.
import type { Run } from '../model/run/run.ts'
import type { Sweep } from '../model/sweep/sweep.ts'
import { configurationTitle } from '../report/tables/configurations-table.ts'
import { headline } from '../stats/compare/headline.ts'
import { compareTwoRuns } from '../stats/compare/compare-two-runs.ts'
import { compareToConfiguration } from '../sweep/compare-to-configuration.ts'
import { loadText } from './page/number-text.ts'

export type ReportComparison = Readonly<{
  base: string
  other: string
  /** Empty for runs of no sweep. */
  load: string
  text: string
}>

/** How to read its intervals. */
export const comparisonNote =
  'Each interval holds with 99 %, so that all of a sentence hold together with 95 %.'

/** More runs than this are a collection, not a comparison. */
const mostRuns = 12

export function reportComparisons(
  sweeps: readonly Sweep[],
  runs: readonly Run[],
): ReportComparison[] {
  const inSweeps = new Set(sweeps.map(({ id }) => id))
  const single = runs.filter(({ sweepId }) => sweepId === null || !inSweeps.has(sweepId))
  return [...sweeps.flatMap((sweep) => ofConfigurations(sweep, runs)), ...ofRuns(single)]
}

function ofConfigurations(sweep: Sweep, runs: readonly Run[]): ReportComparison[] {
  const [base] = sweep.points
  if (base === undefined) return []
  const own = new Map(runs.flatMap((run) => (run.sweepId === sweep.id ? [[run.id, run]] : [])))
  return compareToConfiguration({ points: sweep.points, runs: own }, base).flatMap(
    ({ configuration, loads }) =>
      loads.map(({ requestRate, maxConcurrency, comparison }) => ({
        base: configurationTitle(base, sweep),
        other: configurationTitle(configuration, sweep),
        load: loadText(requestRate, maxConcurrency),
        text: headline(comparison, 'en'),
      })),
  )
}

function ofRuns(runs: readonly Run[]): ReportComparison[] {
  const measured = runs.flatMap((run) =>
    run.summary === null ? [] : [{ ...run, summary: run.summary }],
  )
  const [base, ...others] = measured
  if (base === undefined || measured.length > mostRuns) return []
  return others.map((other) => ({
    base: base.name,
    other: other.name,
    load: '',
    text: headline(compareTwoRuns(base, other), 'en'),
  }))
}

/** `seats 4 against seats 64, 8 req/s`. */
export function comparisonTitle({ base, other, load }: ReportComparison): string {
  return `${other} against ${base}${load === '' ? '' : `, ${load}`}`
}
