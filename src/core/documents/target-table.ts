// Servers that shared the load of a run, one row each, for printed and saved reports.
import { latencyLabels } from '#core/metrics/latencies.ts'
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { shareOf, targetLatencies, type TargetSummary } from '#core/model/run/target-summary.ts'
import { serverBaseUrls } from '#core/protocol/requests/headers.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { dash } from '#core/base/numbers.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'
import { type Column, type Table, tableOf } from './table.ts'

export type TargetRow = TargetSummary & Readonly<{ number: number; url: string; share: number }>

type TargetRun = Readonly<{
  config: Pick<BenchmarkConfig, 'baseUrl' | 'host' | 'port' | 'otherBaseUrls'>
  summary: Pick<RunSummary, 'targets'>
}>

/** Empty for a run on one server. */
export function targetRows({ config, summary }: TargetRun): readonly TargetRow[] {
  const urls = serverBaseUrls(config)
  const targets = summary.targets ?? []
  return targets.map((target, place) => ({
    ...target,
    number: place + 1,
    url: urls[place] ?? '',
    share: shareOf(target, targets),
  }))
}

const tail = 99

/** Latencies in ms. */
export function targetColumns(rows: readonly TargetRow[]): readonly Column<TargetRow>[] {
  const latencies = shownTargetLatencies(rows)
  const isRetried = rows.some(({ rejectedAttempts }) => rejectedAttempts > 0)
  return [
    ...amountColumns,
    ...(isRetried ? [rejectionColumn] : []),
    ...speedColumns,
    ...latencies.flatMap(latencyColumns),
  ]
}

/** Latencies that at least one server reports. */
export function shownTargetLatencies(rows: readonly TargetRow[]) {
  return targetLatencies.filter((name) => rows.some((row) => row[name].count !== 0))
}

/** Table for saved reports; null for a run on one server. `point` is its number in the report. */
export function targetTable(run: TargetRun, point: number): Table | null {
  const rows = targetRows(run)
  if (rows.length === 0) return null
  return tableOf(message('report.targets', { number: point }), targetColumns(rows), rows)
}

const amountColumns: readonly Column<TargetRow>[] = [
  { head: ['#'], cell: ({ number }) => String(number) },
  { head: ['URL'], align: 'left', cell: ({ url }) => url },
  { head: [message('tables.requests')], cell: ({ requests }) => String(requests) },
  { head: [message('tables.share')], cell: ({ share }) => `${pythonFixed2(100 * share)} %` },
  { head: [message('tables.failed')], cell: ({ failed }) => String(failed) },
]

const rejectionColumn: Column<TargetRow> = {
  head: [message('tables.rejectedAttempts')],
  cell: ({ rejectedAttempts }) => String(rejectedAttempts),
}

const speedColumns: readonly Column<TargetRow>[] = [
  { head: ['req/s'], cell: ({ requestThroughput }) => pythonFixed2(requestThroughput) },
  { head: ['tok/s'], cell: ({ outputThroughput }) => pythonFixed2(outputThroughput) },
]

function latencyColumns(name: (typeof targetLatencies)[number]): readonly Column<TargetRow>[] {
  const column = (statistic: string, valueOf: (row: TargetRow) => number | null) => ({
    head: [`${latencyLabels[name]} ${statistic}`],
    cell: (row: TargetRow) => {
      const value = row[name].count === 0 ? null : valueOf(row)
      return value === null ? dash : pythonFixed2(value)
    },
  })
  return [
    column('p50', (row) => row[name].median),
    column(`p${tail}`, (row) => figureOf(row[name], tail)),
  ]
}
