// Closing table of a sweep of `bench serve`, in the layout of vLLM's Rust client.
import { percentileText } from '../console/reported-metrics.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'
import { banner } from '../console/report-layout.ts'
import type { ResultFigures } from './result-figures.ts'

type SweptRun = Readonly<{
  /** `concurrency=8`, `rate=inf`. */
  label: string
  result: ResultFigures
}>

type Column = Readonly<{
  head: string
  width: number
  value: (result: ResultFigures) => number | null
}>

const leastLabelWidth = 20

/** No newline at the end. */
export function sweepSummary(
  parameter: string,
  runs: readonly SweptRun[],
  percentiles: readonly number[],
): string {
  const columns = [...usualColumns, ...percentiles.filter(isExtra).flatMap(percentileColumns)]
  const labelWidth = Math.max(leastLabelWidth, parameter.length)
  const width = columns.reduce((sum, column) => sum + 1 + column.width, labelWidth)
  const line = (label: string, cells: readonly string[]) =>
    [label.padEnd(labelWidth), ...cells].join(' ')
  return [
    banner(' Sweep Summary ', '=', width),
    line(
      parameter,
      columns.map((column) => column.head.padStart(column.width)),
    ),
    line(
      '-'.repeat(labelWidth),
      columns.map((column) => '-'.repeat(column.width)),
    ),
    ...runs.map(({ label, result }) =>
      line(
        label,
        columns.map(({ value, width: cellWidth }) => cell(value(result)).padStart(cellWidth)),
      ),
    ),
    '='.repeat(width),
    ...bestLine(runs),
  ].join('\n')
}

const usualColumns: readonly Column[] = [
  column('Req/s', 'request_throughput', 10),
  column('Inputs/s', 'input_sequence_throughput', 10),
  column('Tok/s', 'output_throughput', 10),
  column('Total tok/s', 'total_token_throughput', 12),
  steadyColumn('SS req/s', 'request_throughput', 10),
  steadyColumn('SS out tok/s', 'output_throughput', 12),
  column('P50 TTFT(ms)', 'median_ttft_ms', 12),
  column('P50 TPOT(ms)', 'median_tpot_ms', 12),
  column('P90 TTFT(ms)', 'p90_ttft_ms', 12),
  column('P90 TPOT(ms)', 'p90_tpot_ms', 12),
]

/** Whether the percentile is not among the standard columns. */
function isExtra(percentile: number): boolean {
  return percentile !== 50 && percentile !== 90
}

function percentileColumns(percentile: number): readonly Column[] {
  const text = percentileText(percentile)
  return [
    column(`P${text} TTFT(ms)`, `p${text}_ttft_ms`, 12),
    column(`P${text} TPOT(ms)`, `p${text}_tpot_ms`, 12),
  ]
}

function column(head: string, key: string, least: number): Column {
  return { head, width: Math.max(least, head.length), value: (result) => result.figure(key) }
}

function steadyColumn(head: string, key: string, least: number): Column {
  return { ...column(head, key, least), value: (result) => result.steady(key) }
}

function cell(value: number | null): string {
  return value === null ? '-' : pythonFixed2(value)
}

/** Among equal throughputs the last wins. */
function bestLine(runs: readonly SweptRun[]): readonly string[] {
  const reported = runs.flatMap(({ label, result }) => {
    const throughput = result.figure('request_throughput')
    return throughput === null ? [] : [{ label, throughput }]
  })
  const best = reported.reduce<(typeof reported)[number] | null>(
    (most, each) => (most === null || each.throughput >= most.throughput ? each : most),
    null,
  )
  if (best === null) return []
  return [`Best throughput: ${pythonFixed2(best.throughput)} req/s at ${best.label}`]
}
