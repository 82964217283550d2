// The trend of a stored run: its configuration over time, from all its stored runs.
import type { Run } from '#core/model/run/run.ts'
import {
  comparableFigures,
  figureKey,
  type NamedEstimate,
} from '#core/compare/comparable-figures.ts'
import type { TrendRun } from '#core/compare/same-configuration.ts'
import type { trendCalls } from '#features/trend/contract/trend-calls.ts'
import { type StoredTrend, trendOf } from '#features/trend/core/trend.ts'
import type { OpenHandlers } from '#node/application/handlers.ts'
import type { Database } from '#node/storage/database.ts'
import { isSmall, withStoredPercentiles } from '#node/runs/stored-runs.ts'
import { listMeasuredRuns } from '#node/storage/runs.ts'

export const trendHandlers: OpenHandlers<typeof trendCalls> = ({ database, runRepository }) => ({
  trend: ({ id, ...wanted }) => storedTrend(database, runRepository.run(id), wanted),
})

type WantedTrend = Readonly<{
  /** As `figureKey` writes it; null for the default metric. */
  figure: string | null
  baselineId: string | null
}>

/** Number of newest runs; a longer trend is no easier to read. */
const mostRuns = 200

/** Null for a run that measured nothing. Exported for tests. */
export function storedTrend(
  database: Database,
  run: Run,
  { figure, baselineId }: WantedTrend,
): StoredTrend | null {
  const reference = measured(run)
  if (reference === null) return null
  const figures = comparableFigures(reference)
  const chosen = figures.find((each) => figureKey(each) === figure) ?? usualFigure(figures)
  if (chosen === undefined) return null
  const { percentile } = chosen
  const percentiles = percentile === null ? [] : [percentile]
  const stored = listMeasuredRuns(database, run, { limit: mostRuns })
    .map((each) => (isSmall(each) ? withStoredPercentiles(database, each, percentiles) : each))
    .flatMap((each) => measured(each) ?? [])
  const runs = stored.some(({ id }) => id === run.id) ? stored : [...stored, reference]
  return {
    ...trendOf({ runs, reference, figure: named(chosen), baselineId }),
    figures: figures.map(named),
  }
}

function measured({ summary, ...run }: Run): TrendRun | null {
  return summary === null ? null : { ...run, summary }
}

function named({ name, percentile }: NamedEstimate) {
  return { name, percentile }
}

const usualKeys = ['ttft/99', 'ttft/50', 'e2el/99', 'e2el/50']

/** The first run with a known interval, so that a change can be distinguished from noise. */
function usualFigure(figures: readonly NamedEstimate[]): NamedEstimate | undefined {
  const usual = usualKeys.flatMap((key) => figures.find((each) => figureKey(each) === key) ?? [])
  return usual.find(({ interval }) => interval !== null) ?? usual[0] ?? figures[0]
}
