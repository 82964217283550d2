// Servers that shared the load of a run, one row each, for every surface.
import { latencyLabels } from '#core/metrics/latencies.ts'
import { message } from '#core/messages/message.ts'
import { serverBaseUrls } from '#core/flags/server-urls.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { dash } from '#core/base/numbers.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'
import type { PrintedRun, RunPart } from '#core/report/console/run-part.ts'
import { float, type PythonValue } from '#core/report/result-file/python-json.ts'
import { statsEntries } from '#core/report/result-file/stats-entries.ts'
import { type Column, tableOf } from '#core/documents/table.ts'
import { shareOf, targetLatencies, type TargetSummary } from './target-summary.ts'

type TargetRow = TargetSummary & Readonly<{ number: number; url: string; share: number }>

export const gatewayPart: RunPart = {
  key: '[targets]',
  table(run) {
    const rows = targetRows(run)
    const { urlStrategy } = run.config
    if (rows.length === 0) return null
    return {
      table: tableOf(message('urls.title'), targetColumns(rows), rows),
      about: message('urls.about', { strategy: urlStrategy }),
      titleAt: (number) => message('report.targets', { number }),
      banner: ` URLs, ${urlStrategy} (ms) `,
    }
  },
  entries(run) {
    const rows = targetRows(run)
    if (rows.length === 0) return []
    return [
      ['url_strategy', run.config.urlStrategy],
      ['per_url_metrics', rows.map(targetObject)],
    ]
  },
}

/** Empty for a run on one server. */
function targetRows({ config, summary }: PrintedRun): readonly TargetRow[] {
  const targets = summary.targets ?? []
  const urls = serverBaseUrls(config)
  return targets.map((target, place) => ({
    ...target,
    number: place + 1,
    url: urls[place] ?? '',
    share: shareOf(target, targets),
  }))
}

const tail = 99

/** Latencies in ms. */
function targetColumns(rows: readonly TargetRow[]): readonly Column<TargetRow>[] {
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
function shownTargetLatencies(rows: readonly TargetRow[]) {
  return targetLatencies.filter((name) => rows.some((row) => row[name].count !== 0))
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

function targetObject(row: TargetRow): Map<string, PythonValue> {
  return new Map<string, PythonValue>([
    ['url', row.url],
    ['requests', row.requests],
    ['share', float(row.share)],
    ['completed', row.completed],
    ['failed', row.failed],
    ['rejected', row.rejected],
    ['rejected_attempts', row.rejectedAttempts],
    ['total_input_tokens', row.inputTokens],
    ['total_output_tokens', row.outputTokens],
    ['request_throughput', float(row.requestThroughput)],
    ['output_throughput', float(row.outputThroughput)],
    ...targetLatencies
      .filter((name) => row[name].count !== 0)
      .flatMap((name) => statsEntries(name, row[name])),
  ])
}
