// Requests of a run, one row each; all metrics of the run are derived from them.
import { isAmount } from '#core/base/bounds.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { notReadBack, readRow, type StoredTable } from './damage.ts'
import type { Database } from './database.ts'
import {
  columnNames,
  type ColumnValue,
  insert,
  recordColumns,
  recordOf,
  type RecordRow,
  toColumns,
} from './request-columns.ts'

export const requestsTable: StoredTable<RecordRow, RequestRecord> = {
  name: 'requests',
  idOf: ({ run_id, request_index }) => `${run_id} ${request_index}`,
  read: recordOf,
}

/** Writes the batch in one transaction. */
export function appendRecords(
  database: Database,
  runId: string,
  records: Iterable<RequestRecord>,
): void {
  const statement = database.prepare(insert)
  database.transaction(() => {
    for (const record of records) statement.run(boundedColumns(runId, record))
  })()
}

/** Appends records, except those already present. */
export function addMissingRecords(
  database: Database,
  runId: string,
  records: readonly RequestRecord[],
): void {
  const statement = database.prepare(`${insert} ON CONFLICT (run_id, request_index) DO NOTHING`)
  database.transaction(() => {
    for (const record of records) statement.run(boundedColumns(runId, record))
  })()
}

/** Throws `invalid-input` for a number that is NaN, infinite or beyond the range of sums. */
function boundedColumns(runId: string, record: RequestRecord): ColumnValue[] {
  const values = toColumns(runId, record)
  for (const [i, value] of values.entries()) {
    if (typeof value !== 'number' || isAmount(value)) continue
    const why = `${columnNames[i]}: ${value}`
    throw notReadBack({ table: 'requests', id: `${runId} ${record.index}`, why })
  }
  return values
}

/** Token counts of a response, from the tokenizer. */
export type TokenCount = Pick<RequestRecord, 'index' | 'outputTokens' | 'tokenParts'>

/** Adds tokens counted after the run. */
export function saveOutputTokens(
  database: Database,
  runId: string,
  records: readonly TokenCount[],
): void {
  const outputs = database.prepare<[number | null, string, number]>(
    `UPDATE requests SET output_tokens = ?
     WHERE run_id = ? AND request_index = ? AND output_tokens IS NULL`,
  )
  const reasoning = database.prepare<[number | null, string, number]>(
    `UPDATE requests SET reasoning_tokens = ?, reasoning_recounted = 1
     WHERE run_id = ? AND request_index = ? AND reasoning_tokens IS NULL`,
  )
  database.transaction(() => {
    for (const { outputTokens, tokenParts, index } of records) {
      outputs.run(outputTokens, runId, index)
      if (tokenParts?.isRecounted === true) reasoning.run(tokenParts.reasoning, runId, index)
    }
  })()
}

const select = `SELECT ${recordColumns} FROM requests WHERE run_id = ? ORDER BY request_index`

/** Records, in the order of the plan. */
export function readRecords(database: Database, runId: string): RequestRecord[] {
  return database
    .prepare<[string], RecordRow>(select)
    .all(runId)
    .map((row) => toRecord(database, row))
}

/** Null if the run has no such request. */
export function findRecord(database: Database, runId: string, index: number): RequestRecord | null {
  const one = `SELECT ${recordColumns} FROM requests WHERE run_id = ? AND request_index = ?`
  const row = database.prepare<[string, number], RecordRow>(one).get(runId, index)
  return row === undefined ? null : toRecord(database, row)
}

/** Records one by one, read again on each iteration, because a large run does not fit in memory. */
export function eachRecord(database: Database, runId: string): Iterable<RequestRecord> {
  const statement = database.prepare<[string], RecordRow>(select)
  return {
    *[Symbol.iterator]() {
      for (const row of statement.iterate(runId)) yield toRecord(database, row)
    },
  }
}

/** Throws `row-damaged`. */
function toRecord(database: Database, row: RecordRow): RequestRecord {
  return readRow(database, requestsTable, row)
}
