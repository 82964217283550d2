// Rows at the head of the report; the compatibility profile determines which of them a report has.
import type { ScalarMetric } from '../../metrics/scalar-metric.ts'
import { scalarsWith, type ScalarWith } from '../../metrics/scalar-names.ts'
import { shownScalar } from '#core/stats/scalar-values.ts'
import { scalars } from '../../metrics/scalars.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ReportRow } from '../../compat/report-rows.ts'
import { reportsTokens } from '#core/traits/metric-traits.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'

type LabelledValue = readonly [label: string, value: string]

/** Null if the row does not apply. */
type Row = (summary: RunSummary, config: BenchmarkConfig) => LabelledValue | null

/** Rows other than scalars, and scalars under another label. */
const otherRows: Readonly<Record<Exclude<ReportRow, ScalarWith<'console'>>, Row>> = {
  concurrencyLimit: row('Maximum request concurrency:', 0, (_, config) => config.maxConcurrency),
  requestRate: row('Request rate configured (RPS):', 2, (_, { requestRate }) =>
    requestRate === 'inf' ? null : requestRate,
  ),
  inputThroughput: ofTokens(row('Input token throughput (tok/s):', 2, inputThroughput)),
  totalThroughputCapitalised: ofTokens(
    row('Total Token throughput (tok/s):', 2, (summary) => summary.totalTokenThroughput),
  ),
}

const scalarRows = scalarsWith('console').map((name) => {
  const { label, digits, countsTokens, leftOutAt }: NonNullable<ScalarMetric['console']> =
    scalars[name].console
  const made = row(label, digits, (summary) => {
    const value = shownScalar(name, summary)
    return value === leftOutAt ? null : value
  })
  return [name, countsTokens === true ? ofTokens(made) : made] as const
})

export const reportRows = { ...otherRows, ...Object.fromEntries(scalarRows) } as Readonly<
  Record<ReportRow, Row>
>

/** Prompt tokens per second, which later reports omit. */
export function inputThroughput({ totalInputTokens, durationS }: RunSummary): number {
  return durationS > 0 ? totalInputTokens / durationS : 0
}

type ValueOf = (summary: RunSummary, config: BenchmarkConfig) => number | null

function row(label: string, digits: 0 | 2, valueOf: ValueOf): Row {
  return (summary, config) => {
    const value = valueOf(summary, config)
    if (value === null) return null
    return [label, digits === 0 ? String(value) : pythonFixed2(value)]
  }
}

function ofTokens(inner: Row): Row {
  return (summary, config) => (reportsTokens(config) ? inner(summary, config) : null)
}
