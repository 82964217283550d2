// Tables of results as pandas, Excel and the tools' own CSV files have them, as the JSON of one result per row.
import { message } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'
import { type CsvRecord, CsvReader } from '#core/base/csv-text.ts'
import { numberIn } from '#core/base/number-text.ts'
import { requireReadTool } from './unread-tools.ts'

type Row = Readonly<Record<string, unknown>>

type TableResult = Readonly<{ text: string; line: number }>

const resultKeys = ['duration', 'completed'] as const

/** Whether a text that is no JSON begins with the names of columns. */
export function isTable(text: string): boolean {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1)
  return !/^[{[]/.test(first) && /[,;\t]/.test(first) && !/^[\w.-]+:\s/.test(first)
}

/** One result per row, or one of all rows for a table of metrics. Throws `invalid-input` for other tables. */
export function* resultsInTable(text: string): Generator<TableResult> {
  const reader = new CsvReader()
  const records = text.split(/\r?\n/).flatMap((line) => reader.take(line) ?? [])
  const [header, ...rows] = records
  if (header === undefined) return
  const names = header.cells.map((name) => name.trim())
  const form = { decimalComma: reader.separator !== ',' }
  if (names[0] === 'Metric') {
    yield written(metricsIn(records, form), header.line)
    return
  }
  if (isGuideLlm(names)) {
    const [second, third, ...benchmarks] = rows
    const levels = [header, second, third].map((record) => record?.cells ?? [])
    for (const { cells, line } of benchmarks) {
      const report = guidellmReport({ names: levels, cells })
      if (report === null) throw unreadTable('GuideLLM', 'files.useJsonReport')
      yield written(report, line)
    }
    if (benchmarks.length === 0) throw unreadTable('GuideLLM', 'files.useJsonReport')
    return
  }
  if (!resultKeys.every((key) => names.includes(key))) {
    requireReadTool(Object.fromEntries(names.map((name) => [name, null])))
    throw unreadTable(names.slice(0, 5).join(', '), 'files.tableColumns')
  }
  for (const { cells, line } of rows) {
    const named = names.map((name, column) => [name, cellValue(cells[column] ?? '', form)] as const)
    yield written(Object.fromEntries(named.filter(([, value]) => value !== null)), line)
  }
}

function written(row: Row, line: number): TableResult {
  return { text: JSON.stringify(row, withBareNumbers), line }
}

/** JSON has no infinity; a rate without end is a word in vLLM's files. */
function withBareNumbers(_key: string, value: unknown): unknown {
  return value === Infinity ? 'inf' : value
}

type Form = Parameters<typeof numberIn>[1]

/** Null for what pandas and Excel leave empty. */
function cellValue(cell: string, form: Form): unknown {
  const text = cell.trim()
  if (/^(|nan|none|null|n\/a|#n\/a|-)$/i.test(text)) return null
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  const number = numberIn(text, form)
  if (number !== null) return number
  if (!text.startsWith('[')) return text
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The first names of its two-line and its long header. */
function isGuideLlm(names: readonly string[]): boolean {
  return (
    names[0] === 'Run Info' || names.some((name) => /^(Successful|Incomplete|Errored) /.test(name))
  )
}

/** Sections of GenAI-Perf and AIPerf: `Metric,avg,…` and `Metric,Value`, as the object of their JSON file. */
function metricsIn(records: readonly CsvRecord[], form: Form): Row {
  const metrics: Record<string, unknown> = {}
  let statistics: readonly string[] = []
  for (const { cells } of records) {
    const [metric = '', ...values] = cells.map((cell) => cell.trim())
    if (metric === 'Metric') {
      statistics = values
      continue
    }
    const [, label = metric, unit = ''] = /^(.*?)\s*\(([^()]*)\)$/.exec(metric) ?? []
    const entries = statistics.flatMap((name, column): [string, unknown][] => {
      const value = cellValue(values[column] ?? '', form)
      return typeof value === 'number' ? [[name === 'Value' ? 'avg' : name, value]] : []
    })
    const key = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
    if (entries.length > 0) metrics[key] = { unit, ...Object.fromEntries(entries) }
  }
  return metrics
}

function unreadTable(what: string, id: 'files.useJsonReport' | 'files.tableColumns'): AppError {
  return new AppError('invalid-input', message(id, { what }), { remedy: message(`${id}.remedy`) })
}

/** Rows of what `DataFrame.to_json` writes in any orientation but a plain list; null for anything else. */
export function rowsOfFrame(value: unknown): readonly Row[] | null {
  if (!isObject(value)) return null
  const { columns, data } = value
  if (Array.isArray(data) && Array.isArray(columns)) {
    return data.map((cells: unknown) =>
      Object.fromEntries(
        columns.map((name, at) => [String(name), Array.isArray(cells) ? cells[at] : null]),
      ),
    )
  }
  if (Array.isArray(data) && 'schema' in value) return data.filter(isObject)
  const parts = Object.values(value)
  if (parts.length === 0 || !parts.every(isObject)) return null
  if (parts.every((part) => resultKeys.every((key) => key in part))) return parts
  if (!resultKeys.every((key) => isObject(value[key]))) return null
  const rows = Object.keys(isObject(value['duration']) ? value['duration'] : {})
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(value).map(([name, column]) => [name, isObject(column) ? column[row] : null]),
    ),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Benchmark = Readonly<Record<string, unknown>>

type Table = Readonly<{ names: readonly (readonly string[])[]; cells: readonly string[] }>

/** Null if the table lacks a figure of the run, as those before 0.4 do. */
function guidellmReport(table: Table): Benchmark | null {
  const durationS = numberAt(table, 'Timings', 'Duration')
  const successful = numberAt(table, 'Request Counts', 'Successful')
  const incomplete = numberAt(table, 'Request Counts', 'Incomplete')
  const errored = numberAt(table, 'Request Counts', 'Errored')
  if (durationS === null || successful === null || incomplete === null || errored === null) {
    return null
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

/** Between the least and the largest value. */
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
