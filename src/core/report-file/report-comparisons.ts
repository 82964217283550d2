// The comparisons of a report: settings of a sweep with the first of them, load by load, and runs of no sweep with the
// first of these.
import type { Run } from '../model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import {
  type ComparisonDocument,
  configurationComparisons,
  type Pair,
  runComparisons,
} from '../documents/comparison-document.ts'
import { assumedStartSpread } from '#core/compare/starts.ts'
import { shownStartSpreads } from '#core/compare/shown-start-spreads.ts'
import { compareToConfiguration } from '../sweep/compare-to-configuration.ts'

/** More runs than this are a collection, not a comparison. */
const mostRuns = 12

export function reportComparisons(sweeps: readonly Sweep[], runs: readonly Run[]): Pair[] {
  const inSweeps = new Set(sweeps.map(({ id }) => id))
  const single = runs.filter(({ sweepId }) => sweepId === null || !inSweeps.has(sweepId))
  const documents = [...sweeps.flatMap((sweep) => ofConfigurations(sweep, runs)), ...ofRuns(single)]
  return documents.flatMap(({ pairs }) => pairs)
}

function ofConfigurations(sweep: Sweep, runs: readonly Run[]): ComparisonDocument[] {
  const [base] = sweep.points
  if (base === undefined) return []
  const own = new Map(runs.flatMap((run) => (run.sweepId === sweep.id ? [[run.id, run]] : [])))
  const compared = compareToConfiguration({ points: sweep.points, runs: own }, base)
  return configurationComparisons({ sweep, base, compared })
}

function ofRuns(runs: readonly Run[]): ComparisonDocument[] {
  const measured = runs.flatMap((run) =>
    run.summary === null ? [] : [{ ...run, summary: run.summary }],
  )
  const [base, ...others] = measured
  if (base === undefined || measured.length > mostRuns) return []
  const spreads = others.map((other) => {
    return { assumed: assumedStartSpread, shown: shownStartSpreads(base, other, measured) }
  })
  return runComparisons(base, others, spreads)
}
