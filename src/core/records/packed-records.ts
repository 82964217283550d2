// A batch of records in transit between processes: a column per field, and the concatenated gaps of all requests. Cloning
// thousands of records one by one would keep the load generator from reading its sockets.
import { endToEnd } from '#core/base/end-to-end.ts'
import type { FirstKind } from './request-outcome.ts'
import { blankRecord, type RequestRecord } from './request-record.ts'

type ColumnField = Exclude<keyof RequestRecord, 'firstAtUs' | 'interTokenLatenciesUs'>

/** `reasoningText` is the last field. */
const blank = { ...blankRecord, interTokenLatenciesUs: null, reasoningText: undefined }

const columnFields = Object.keys(blank).filter(
  (name) => name !== 'firstAtUs' && name !== 'interTokenLatenciesUs',
) as ColumnField[]

export type PackedRecords = Readonly<{
  /** Without the columns of fields that no record has. */
  columns: { readonly [Field in ColumnField]?: readonly (RequestRecord[Field] | null)[] }
  firstAtUs: { readonly [Kind in FirstKind]: readonly (number | null)[] }
  /** Number of gaps of each record. */
  gapCounts: readonly number[]
  gapsUs: Uint32Array
}>

export function packRecords(records: readonly RequestRecord[]): PackedRecords {
  return {
    columns: Object.fromEntries(
      columnFields
        .filter((field) => records.some((record) => (record[field] ?? null) !== null))
        .map((field) => [field, records.map((record) => record[field] ?? null)]),
    ),
    firstAtUs: {
      chunk: records.map(({ firstAtUs }) => firstAtUs.chunk),
      content: records.map(({ firstAtUs }) => firstAtUs.content),
      reasoning: records.map(({ firstAtUs }) => firstAtUs.reasoning),
      toolCall: records.map(({ firstAtUs }) => firstAtUs.toolCall),
    },
    gapCounts: records.map(({ interTokenLatenciesUs }) => interTokenLatenciesUs.length),
    gapsUs: endToEnd(
      records.map(({ interTokenLatenciesUs }) => interTokenLatenciesUs),
      Uint32Array,
    ),
  }
}

/** Records that can be retained: none of them keeps the whole batch alive. */
export function unpackRecords(packed: PackedRecords): RequestRecord[] {
  return [...recordsIn(packed, (gapsUs, start, end) => gapsUs.slice(start, end))]
}

/** Records for iteration only: each is created on demand, and its gaps are a view of the batch. */
export function eachPackedRecord(packed: PackedRecords): Iterable<RequestRecord> {
  return recordsIn(packed, (gapsUs, start, end) => gapsUs.subarray(start, end))
}

function* recordsIn(
  { columns, firstAtUs, gapCounts, gapsUs }: PackedRecords,
  part: (gapsUs: Uint32Array, start: number, end: number) => Uint32Array,
): Iterable<RequestRecord> {
  const present = Object.entries(columns)
  let gapsEnd = 0
  for (const [i, gapCount] of gapCounts.entries()) {
    const record: Record<keyof RequestRecord, unknown> = { ...blank }
    for (const [field, column] of present) {
      const value = valueAt<unknown>(column, i)
      if (value !== null) record[field as ColumnField] = value
    }
    record.firstAtUs = {
      chunk: valueAt(firstAtUs.chunk, i),
      content: valueAt(firstAtUs.content, i),
      reasoning: valueAt(firstAtUs.reasoning, i),
      toolCall: valueAt(firstAtUs.toolCall, i),
    }
    record.interTokenLatenciesUs =
      gapCount === 0 ? noGaps : part(gapsUs, gapsEnd, (gapsEnd += gapCount))
    yield record as RequestRecord
  }
}

const noGaps = new Uint32Array()

function valueAt<Value>(column: readonly Value[], i: number): Value {
  const value = column[i]
  if (value === undefined) throw new RangeError(`The batch has no record ${i}.`)
  return value
}
