// Damaged rows: lists skip and remember them; a call for a specific damaged row fails with the reason.
import Sqlite from 'better-sqlite3'
import { z } from 'zod'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import { statedBy } from '#core/model/app-error.ts'
import { DamagedValue } from './column-values.ts'
import type { Database } from './database.ts'
import { type DamagedRow, rememberDamage } from './met-damage.ts'

export type StoredTable<Row, Value> = Readonly<{
  name: string
  idOf: (row: Row) => string
  /** Throws ZodError, DamagedValue or SQLite's corruption errors for a damaged row. */
  read: (row: Row) => Value
}>

/** At most `limit` values; damaged rows are skipped and do not count. */
export function readableRows<Row, Value>(
  database: Database,
  table: StoredTable<Row, Value>,
  { rows, limit = Infinity }: { rows: Iterable<Row>; limit?: number },
): Value[] {
  const values: Value[] = []
  for (const row of rows) {
    const outcome = outcomeOf(table, row)
    if ('damage' in outcome) rememberDamage(database.name, outcome.damage)
    else values.push(outcome.value)
    if (values.length >= limit) break
  }
  return values
}

/** Throws `row-damaged`. */
export function readRow<Row, Value>(
  database: Database,
  table: StoredTable<Row, Value>,
  row: Row,
): Value {
  const outcome = outcomeOf(table, row)
  if ('value' in outcome) return outcome.value
  rememberDamage(database.name, outcome.damage)
  throw appError('row-damaged', 'files.rowDamaged', outcome.damage)
}

/** Null if the row is readable. */
export function damageOf<Row>(table: StoredTable<Row, unknown>, row: Row): DamagedRow | null {
  const outcome = outcomeOf(table, row)
  return 'damage' in outcome ? outcome.damage : null
}

type Outcome<Value> = Readonly<{ value: Value }> | Readonly<{ damage: DamagedRow }>

function outcomeOf<Row, Value>(
  { name, idOf, read }: StoredTable<Row, Value>,
  row: Row,
): Outcome<Value> {
  try {
    return { value: read(row) }
  } catch (error) {
    const why = whyUnreadable(error)
    if (why === null) throw error
    return { damage: { table: name, id: idOf(row), why } }
  }
}

/** Null for any other error, because a bug in the program must not hide rows. */
function whyUnreadable(error: unknown): Text | null {
  if (error instanceof DamagedValue || isMalformedJson(error) || isCorrupt(error))
    return textOf(error)
  if (!(error instanceof z.ZodError)) return null
  const [issue] = error.issues
  if (issue === undefined) return error.message
  return message('common.of', { name: issue.path.join('.'), text: statedBy(issue) })
}

/** SQLite's JSON functions fail for the whole statement if one row contains malformed JSON. */
export function isMalformedJson(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.message === 'malformed JSON'
}

/** A page of the database is damaged. */
export function isCorrupt(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CORRUPT')
}

/** Error for a value that would be read differently from how it was stored. */
export function notReadBack({ table, why }: DamagedRow): AppError {
  return appError('invalid-input', 'files.notReadBack', { table, why })
}
