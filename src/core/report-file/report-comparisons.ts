// The comparisons of a report: settings of a sweep with the first of them, load by load, and runs of no sweep with the
// first of these.
import { clauses } from '../messages/joined.ts'
import { message, type Text } from '../messages/message.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { Run } from '../model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { configurationTitle } from '../documents/configurations-table.ts'
import type { Comparison } from '#core/compare/comparison.ts'
import { compareTwoRuns } from '#core/compare/compare-runs.ts'
import { assumedStartSpread } from '#core/compare/starts.ts'
import { shownStartSpreads } from '#core/compare/shown-start-spreads.ts'
import { compareToConfiguration } from '../sweep/compare-to-configuration.ts'
import { loadText } from './page/number-text.ts'

export type ReportComparison = Readonly<{
  base: Text
  other: Text
  /** Null for runs of no sweep. */
  load: Text | null
  comparison: Comparison
}>

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
  const held = heldBy(sweep.plan.config)
  const own = new Map(runs.flatMap((run) => (run.sweepId === sweep.id ? [[run.id, run]] : [])))
  return compareToConfiguration({ points: sweep.points, runs: own }, base).flatMap(
    ({ configuration, loads }) =>
      loads.map(({ requestRate, maxConcurrency, comparison }) => ({
        base: configurationTitle(base, sweep),
        other: configurationTitle(configuration, sweep),
        load: loadText({ rate: requestRate, concurrency: maxConcurrency, held }),
        comparison,
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
    load: null,
    comparison: compareTwoRuns(base, other, {
      assumed: assumedStartSpread,
      shown: shownStartSpreads(base, other, measured),
    }),
  }))
}

/** `seats 4 against seats 64, 8 req/s`. */
export function comparisonTitle({ base, other, load }: ReportComparison): Text {
  const title = message('tables.against', { other, base })
  return load === null ? title : clauses([title, load])
}
