// Variation between starts for comparisons of stored runs, estimated from other stored runs of the same configurations.
import type { Run } from '#core/model/run/run.ts'
import type { StartSpread } from '#core/compare/starts.ts'
import { shownStartSpreads, type StartedTrendRun } from '#core/compare/shown-start-spreads.ts'
import type { Database } from '#node/storage/database.ts'
import { listMeasuredRuns } from '#node/storage/runs.ts'

/** Number of newest runs to read; more starts add little. */
const mostRuns = 200

/** Spreads of each of `others` by `figureKey`; empty for runs without measurements. */
export function storedStartSpreads(
  database: Database,
  base: Run,
  others: readonly Run[],
): Record<string, StartSpread>[] {
  const one = measured(base)
  const ones = measuredLike(database, base)
  return others.map((run) => {
    const other = measured(run)
    if (one === null || other === null) return {}
    const stored = new Map(
      [...ones, ...measuredLike(database, run), one, other].map((each) => [each.id, each]),
    )
    return shownStartSpreads(one, other, [...stored.values()])
  })
}

function measuredLike(database: Database, run: Run): StartedTrendRun[] {
  return listMeasuredRuns(database, run, { limit: mostRuns }).flatMap(
    (each) => measured(each) ?? [],
  )
}

function measured({ summary, ...run }: Run): StartedTrendRun | null {
  return summary === null ? null : { ...run, summary }
}
