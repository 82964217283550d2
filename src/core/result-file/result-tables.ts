// Tables of results as written by pandas, Excel and other tools, converted to JSON with one result per row.
import { parsedJson } from '#core/base/parsed-json.ts'
import { appError } from '../model/app-error.ts'
import { CsvReader } from '#core/base/csv-text.ts'
import { numberIn } from '#core/base/number-text.ts'
import type { ForeignFiles, TableText } from './foreign-files.ts'
import * as features from './features.ts'

type Row = Readonly<Record<string, unknown>>

const foreignFiles: readonly ForeignFiles[] = Object.values(features)

type TableResult = Readonly<{ text: string; line: number }>

const resultKeys = ['duration', 'completed'] as const

/** Whether a text that is not JSON begins with column names. */
export function isTable(text: string): boolean {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1)
  return !/[{[]\s*\\?"|^[{[]/.test(first) && /[,;\t]/.test(first) && !/^[\w.-]+:\s/.test(first)
}

/** One result per row, or a single one for a table of metrics. Throws `invalid-input` for other tables. */
export function* resultsInTable(text: string): Generator<TableResult> {
  const reader = new CsvReader()
  const records = text.split(/\r?\n/).flatMap((line) => reader.take(line) ?? [])
  const [header, ...rows] = records
  if (header === undefined) return
  const names = header.cells.map((name) => name.trim())
  const form = { decimalComma: reader.separator !== ',' }
  if (!resultKeys.every((key) => names.includes(key))) {
    const table = { names, records, form }
    const others = foreignFiles.map(({ rowsIn }) => rowsIn(table)).find((found) => found !== null)
    if (others === undefined) {
      const what = names.slice(0, 5).join(', ')
      throw appError('invalid-input', 'files.tableColumns', { what })
    }
    for (const { row, line } of others) yield written(row, line)
    return
  }
  for (const { cells, line } of rows) {
    const named = names.map((name, column) => [name, cellValue(cells[column] ?? '', form)] as const)
    yield written(Object.fromEntries(named.filter(([, value]) => value !== null)), line)
  }
}

function written(row: Row, line: number): TableResult {
  return { text: JSON.stringify(row, withBareNumbers), line }
}

/** JSON has no infinity; vLLM's files write an infinite rate as text. */
function withBareNumbers(_key: string, value: unknown): unknown {
  return value === Infinity ? 'inf' : value
}

/** Null for values that pandas and Excel leave empty. */
function cellValue(cell: string, form: TableText['form']): unknown {
  const text = cell.trim()
  if (/^(|nan|none|null|n\/a|#n\/a|-)$/i.test(text)) return null
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  const number = numberIn(text, form)
  if (number !== null) return number
  return text.startsWith('[') ? (parsedJson(text) ?? null) : text
}

/** Rows written by `DataFrame.to_json` in any orientation but a plain list; null for anything else. */
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
