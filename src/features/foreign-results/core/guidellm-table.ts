// Tables of GuideLLM, converted to its JSON report.
import type { CsvRecord } from '#core/base/csv-text.ts'
import { numberIn } from '#core/base/number-text.ts'
import { appError, type AppError } from '#core/model/app-error.ts'

/** First names of its two-line header and of its long header. */
export function isGuideLlm(names: readonly string[]): boolean {
  return (
    names[0] === 'Run Info' || names.some((name) => /^(Successful|Incomplete|Errored) /.test(name))
  )
}

type Table = Readonly<{ names: readonly (readonly string[])[]; cells: readonly string[] }>

/** One report per line. Throws `invalid-input` for a table without request counts. */
export function* guidellmReports(records: readonly CsvRecord[]) {
  const levels = records.slice(0, 3).map(({ cells }) => cells)
  const lines = records.slice(3)
  for (const { cells, line } of lines) yield { row: guidellmReport({ names: levels, cells }), line }
  if (lines.length === 0) throw unreadTable()
}

function unreadTable(): AppError {
  return appError('invalid-input', 'files.useJsonReport', { what: 'GuideLLM' })
}

/** Throws if the table lacks a figure of the run, like tables before 0.4. */
function guidellmReport(table: Table): Readonly<Record<string, unknown>> {
  const durationS = numberAt(table, 'Timings', 'Duration')
  const successful = numberAt(table, 'Request Counts', 'Successful')
  const incomplete = numberAt(table, 'Request Counts', 'Incomplete')
  const errored = numberAt(table, 'Request Counts', 'Errored')
  if (durationS === null || successful === null || incomplete === null || errored === null) {
    throw unreadTable()
  }
  const latency = (group: string, unit: string) => ({
    successful: statsAt(table, { group, unit, count: successful }),
  })
  const benchmark = {
    duration: durationS,
    ended: cellAt(table, 'Timings', 'End Time'),
    config: { strategy: strategyIn(cellAt(table, 'Benchmark', 'Strategy')) },
    metrics: {
      request_totals: { successful, incomplete, errored },
      request_latency: latency('Request Latency', 'Sec'),
      time_to_first_token_ms: latency('Time to First Token', 'ms'),
      inter_token_latency_ms: latency('Inter Token Latency', 'ms'),
      prompt_token_count: latency('Token Metrics', 'Input Tokens'),
      output_token_count: latency('Token Metrics', 'Output Tokens'),
    },
    requests: { successful: [] },
  }
  const version = /"guidellm_version":\s*"([^"]+)"/.exec(cellAt(table, 'Runtime Info', 'Metadata'))
  return { metadata: { guidellm_version: version?.[1] ?? null }, benchmarks: [benchmark] }
}

function cellAt({ names, cells }: Table, ...wanted: readonly string[]): string {
  const column = cells.findIndex((_, at) =>
    wanted.every((name, level) => names[level]?.[at] === name),
  )
  return cells[column] ?? ''
}

function numberAt(table: Table, ...wanted: readonly string[]): number | null {
  return numberIn(cellAt(table, ...wanted))
}

/** `concurrent@8`, `poisson@2.50`. */
function strategyIn(text: string) {
  const [type = '', amount] = text.split('@')
  const value = amount === undefined ? null : numberIn(amount)
  return { type_: type, ...(type === 'concurrent' ? { streams: value } : { rate: value }) }
}

/** Between the minimum and the maximum. */
const percentileKeys = ['p001', 'p01', 'p05', 'p10', 'p25', 'p75', 'p90', 'p95', 'p99'] as const

type Column = Readonly<{ group: string; unit: string; count: number }>

/** Null if nothing was measured. */
function statsAt(table: Table, { group, unit, count }: Column) {
  const at = (statistic: string) => numberAt(table, group, `Successful ${unit}`, statistic)
  const [mean, median, deviation] = [at('Mean'), at('Median'), at('Std Dev')]
  if (mean === null || median === null) return null
  const [, ...values] = cellAt(table, group, `Successful ${unit}`, 'Percentiles')
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((value) => numberIn(value.trim()))
  const percentiles = percentileKeys.flatMap((key, place) => {
    const value = values[place]
    return typeof value === 'number' ? [[key, value] as const] : []
  })
  return {
    ...{ mean, median, std_dev: deviation ?? 0, count, total_sum: mean * count },
    percentiles: { ...Object.fromEntries(percentiles), p50: median },
  }
}
