// The configurations whose trend can be shown, as far as lists know them, and which of them is shown first.
import { formatNumber } from '#core/base/numbers.ts'
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import { grouped } from '#core/sweep/grouped.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { concurrencyText } from '../run/run-load.ts'
import { modelOf } from '../run/table/sort-runs.ts'

export type TrendChoice = Readonly<{
  /** The run that stands for it. */
  value: string
  label: string
}>

/**
 * One per server, model and load that was measured more than once, the most recent first, and the one of `runId`. The
 * application looks closer at what belongs together: lists do not have every setting.
 */
export function trendChoices(
  runs: readonly RunSummaryRow[],
  runId: string | null,
  t: Translate,
): readonly TrendChoice[] {
  const measured = runs.filter(
    ({ id, status, summary }) => summary !== null && (status === 'completed' || id === runId),
  )
  return [...grouped(measured, (run) => labelOf(run, t)).entries()].flatMap(([label, members]) => {
    const shown = members.find(({ id }) => id === runId)
    const [newest] = members
    if (newest === undefined || (members.length < 2 && shown === undefined)) return []
    return [{ value: (shown ?? newest).id, label }]
  })
}

function labelOf(run: RunSummaryRow, t: Translate): string {
  const { requestRate, maxConcurrency } = run.config
  const rate = requestRate === 'inf' ? 'inf' : formatNumber(requestRate)
  const limit = maxConcurrency === null ? [] : [`c${concurrencyText(run, t)}`]
  const server = run.serverName === null ? [] : [run.serverName]
  return [modelOf(run) ?? run.config.backend, `${rate} req/s`, ...limit, ...server].join(' · ')
}

/** The run whose trend is shown where none is chosen: the baseline, else the newest of the first configuration. */
export function firstTrend(
  runs: readonly RunSummaryRow[],
  choices: readonly TrendChoice[],
  baselineId: string | null,
): string | null {
  const isBaseline = ({ id, summary }: RunSummaryRow) => id === baselineId && summary !== null
  if (runs.some(isBaseline)) return baselineId
  const measured = runs.find(({ status, summary }) => status === 'completed' && summary !== null)
  return choices[0]?.value ?? measured?.id ?? null
}
