// Columns of a request's record. A field's column is in the table of fields, or is listed here.
import type { RequestErrorCode } from '#core/records/request-outcome.ts'
import type { ColumnForm, RequestField } from '#core/records/request-field.ts'
import {
  agentStepSchema,
  blankRecord,
  isRequired,
  namedFields,
  type RequestRecord,
} from '#core/records/request-record.ts'
import {
  type ColumnType,
  type ColumnValues,
  DamagedValue,
  fromJson,
  requireTypes,
  textFromJson,
  toJson,
} from './column-values.ts'

export type ColumnValue = ColumnValues[ColumnType]
type Row = Readonly<Record<string, ColumnValue>>
export type RecordRow = Row & Readonly<{ run_id: string; request_index: number }>

type Columns = Readonly<{
  types: Readonly<Record<string, ColumnType>>
  /** One value per column. */
  write: (value: unknown) => readonly ColumnValue[]
  /** Null or undefined if nothing was recorded. */
  read: (row: Row) => unknown
}>

type Form = Readonly<{
  type: 'text' | 'number'
  sql: string
  write: (value: unknown) => ColumnValue
  read: (value: ColumnValue, schema: RequestField['schema']) => unknown
}>

const asIs = {
  write: (value: unknown) => (value as ColumnValue | undefined) ?? null,
  read: (value: ColumnValue) => value,
}

const forms: Readonly<Record<ColumnForm, Form>> = {
  integer: { type: 'number', sql: 'INTEGER', ...asIs },
  real: { type: 'number', sql: 'REAL', ...asIs },
  text: { type: 'text', sql: 'TEXT', ...asIs },
  flag: {
    type: 'number',
    sql: 'INTEGER NOT NULL DEFAULT 0',
    write: (value) => (value === true ? 1 : 0),
    read: (value) => (value === 1 ? true : null),
  },
  json: {
    type: 'text',
    sql: 'TEXT',
    write: (value) => toJson((value as object | undefined) ?? null),
    read: (value, schema) => (value === null ? null : schema.parse(fromJson(value as string))),
  },
}

/** Fields with one column. */
const singleColumns = namedFields.flatMap(([field, { schema, column }]) => {
  if (column === undefined) return []
  const name = column.name ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return [{ field, name, schema, form: column.form, since: column.since }]
})

type SingleColumn = (typeof singleColumns)[number]

function columnsOf({ name, schema, form }: SingleColumn): Columns {
  const { type, write, read } = forms[form]
  const isNeverNull = form === 'flag' || isRequired({ schema })
  return {
    types: { [name]: isNeverNull ? type : `${type}?` },
    write: (value) => [write(value)],
    read: (row) => read(row[name] ?? null, schema),
  }
}

/** Names of the columns by field. */
export const columnOf = Object.fromEntries(
  singleColumns.map(({ field, name }) => [field, name]),
) as Record<(typeof singleColumns)[number]['field'], string>

/** Version of the database that added the newest column. */
export const newestColumn = Math.max(...singleColumns.map(({ since }) => since))

/** Statements that add the columns of this version. */
export function addedColumns(version: number): string {
  return singleColumns
    .filter(({ since }) => since === version)
    .map(({ name, form }) => `ALTER TABLE requests ADD COLUMN ${name} ${forms[form].sql};`)
    .join('\n')
}

type RowOf<Types extends Readonly<Record<string, ColumnType>>> = {
  readonly [Name in keyof Types]: ColumnValues[Types[Name]]
}

/** `write` and `types` have the same order. */
function severalColumns<const Types extends Readonly<Record<string, ColumnType>>, Value>(
  types: Types,
  write: (value: Value) => RowOf<Types>,
  read: (row: RowOf<Types>) => Value | null | undefined,
): Columns {
  return {
    types,
    write: (value) => Object.values<ColumnValue>(write(value as Value)),
    read: (row) => read(row as RowOf<Types>),
  }
}

const columnsBeyondOne: Readonly<Partial<Record<keyof RequestRecord, Columns>>> = {
  turn: severalColumns(
    { conversation: 'number?', turn: 'number?', agent_step: 'text?' },
    (turn: RequestRecord['turn']) => ({
      conversation: turn?.conversation ?? null,
      turn: turn?.number ?? null,
      agent_step: toJson(turn?.step ?? null),
    }),
    ({ conversation, turn: number, agent_step: json }) => {
      if (conversation === null || number === null) return null
      if (json === null) return { conversation, number }
      return { conversation, number, step: agentStepSchema.parse(fromJson(json)) }
    },
  ),
  firstAtUs: severalColumns(
    {
      first_chunk_at_us: 'number?',
      first_content_at_us: 'number?',
      first_reasoning_at_us: 'number?',
      first_tool_call_at_us: 'number?',
    },
    (at: RequestRecord['firstAtUs']) => ({
      first_chunk_at_us: at.chunk,
      first_content_at_us: at.content,
      first_reasoning_at_us: at.reasoning,
      first_tool_call_at_us: at.toolCall,
    }),
    (row) => ({
      chunk: row.first_chunk_at_us,
      content: row.first_content_at_us,
      reasoning: row.first_reasoning_at_us,
      toolCall: row.first_tool_call_at_us,
    }),
  ),
  interTokenLatenciesUs: severalColumns(
    { max_gap_us: 'number?', gaps: 'blob' },
    (gapsUs: Uint32Array) => ({ max_gap_us: largest(gapsUs), gaps: encodeGaps(gapsUs) }),
    ({ gaps }) => decodeGaps(gaps),
  ),
  serverTimes: severalColumns(
    { server_queue_s: 'number?', server_ttft_s: 'number?' },
    (times: RequestRecord['serverTimes']) => ({
      server_queue_s: times?.queueS ?? null,
      server_ttft_s: times?.ttftS ?? null,
    }),
    ({ server_queue_s: queueS, server_ttft_s: ttftS }) =>
      queueS === null && ttftS === null ? null : { queueS, ttftS },
  ),
  tokenParts: severalColumns(
    { reasoning_tokens: 'number?', cached_tokens: 'number?', reasoning_recounted: 'number' },
    (parts: RequestRecord['tokenParts']) => ({
      reasoning_tokens: parts?.reasoning ?? null,
      cached_tokens: parts?.cached ?? null,
      reasoning_recounted: parts?.isRecounted === true ? 1 : 0,
    }),
    ({ reasoning_tokens: reasoning, cached_tokens: cached, reasoning_recounted: recounted }) => {
      if (reasoning === null && cached === null) return null
      return { reasoning, cached, ...(recounted === 1 && { isRecounted: true as const }) }
    },
  ),
  error: severalColumns(
    {
      error_code: 'text?',
      error_status: 'number?',
      error_message: 'text?',
      error_text: 'text?',
      error_body: 'text?',
    },
    (error: RequestRecord['error']) => ({
      error_code: error?.code ?? null,
      error_status: error?.status ?? null,
      error_message: error?.message ?? null,
      error_text: toJson(error?.text),
      error_body: error?.body ?? null,
    }),
    ({ error_code: code, error_status: status, error_message: message, error_text, error_body }) =>
      code === null
        ? null
        : {
            ...{ code: code as RequestErrorCode, message: message ?? '', status, body: error_body },
            ...textFromJson(error_text),
          },
  ),
}

function largest(values: Uint32Array): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b))
}

const fieldColumns: readonly (readonly [keyof RequestRecord, Columns])[] = [
  ...singleColumns.map((column) => [column.field, columnsOf(column)] as const),
  ...(Object.entries(columnsBeyondOne) as [keyof RequestRecord, Columns][]),
]

const types: Readonly<Record<string, ColumnType>> = Object.fromEntries([
  ['run_id', 'text'],
  ...fieldColumns.flatMap(([, columns]) => Object.entries(columns.types)),
])

export const columnNames = Object.keys(types)
export const recordColumns = columnNames.join(', ')

export const insert = `
  INSERT INTO requests (${recordColumns}) VALUES (${columnNames.map(() => '?').join(', ')})`

/** Values of `insert`, in the order of `columnNames`. */
export function toColumns(runId: string, record: RequestRecord): ColumnValue[] {
  const values: ColumnValue[] = [runId]
  for (const [field, { write }] of fieldColumns) values.push(...write(record[field]))
  return values
}

/** Throws ZodError or DamagedValue for a damaged row. */
export function recordOf(row: RecordRow): RequestRecord {
  requireTypes(row, types)
  const record: Record<string, unknown> = { ...blankRecord }
  for (const [field, { read }] of fieldColumns) {
    const value = read(row) ?? null
    if (value !== null) record[field] = value
  }
  return record as RequestRecord
}

const payloadBits = 7
const moreBit = 0x80
const payloadMask = 0x7f
/** A 32-bit number fills at most five bytes. */
const longest = 5
const longestShift = payloadBits * (longest - 1)

/**
 * Gaps between tokens as bytes: each gap is a little-endian base-128 number, so that most take two or three.
 * Exported for tests.
 */
export function encodeGaps(gapsUs: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(gapsUs.length * longest)
  let length = 0
  for (const gapUs of gapsUs) {
    let rest = gapUs
    while (rest > payloadMask) {
      bytes[length++] = (rest & payloadMask) | moreBit
      rest >>>= payloadBits
    }
    bytes[length++] = rest
  }
  return bytes.slice(0, length)
}

/** Throws `DamagedValue` for bytes that `encodeGaps` cannot produce. Exported for tests. */
export function decodeGaps(bytes: Uint8Array): Uint32Array {
  const gapsUs = new Uint32Array(countGaps(bytes))
  let position = 0
  let value = 0
  let shift = 0
  for (const byte of bytes) {
    value |= (byte & payloadMask) << shift
    if (byte & moreBit) {
      shift += payloadBits
      if (shift > longestShift) throw new DamagedValue('gaps')
    } else {
      gapsUs[position++] = value
      value = 0
      shift = 0
    }
  }
  if (shift > 0) throw new DamagedValue('gaps')
  return gapsUs
}

function countGaps(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (!(byte & moreBit)) count++
  return count
}
