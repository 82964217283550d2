// A table of values with one schema, a column per field: `createdAtEpochMs` is `created_at_epoch_ms`.
import type { z } from 'zod'
import { fromJson } from './column-values.ts'
import type { DamagedRow } from './met-damage.ts'
import { damageOf, notReadBack, readableRows, readRow, type StoredTable } from './damage.ts'
import type { Database } from './database.ts'

type Row = Readonly<{ id: string }>

/** Format of a column; a fixed column keeps its first value. */
type Column = 'plain' | 'json' | 'plain, fixed' | 'json, fixed'

type Table<Value> = Readonly<{
  name: string
  schema: z.ZodType<Value>
  columns: Readonly<Record<Exclude<keyof Value, 'id'>, Column>>
  /** SQL expression that lists are sorted by. */
  order: string
}>

type StoredValues<Value> = Readonly<{
  /** Adds it, or replaces the value with its id. Throws `invalid-input` for a value that could not be read back. */
  save: (database: Database, value: Value) => void
  list: (database: Database) => Value[]
  /** Throws `row-damaged` if the value cannot be read. */
  find: (database: Database, id: string) => Value | null
  damaged: (database: Database) => DamagedRow[]
  /** `condition` is an SQL expression with the parameters `values`. */
  listWhere: (database: Database, condition: string, ...values: readonly string[]) => Value[]
  remove: (database: Database, id: string) => void
}>

export function storedValues<Value extends Readonly<{ id: string }>>(
  table: Table<Value>,
): StoredValues<Value> {
  const { name, schema, order } = table
  const columns = new Map<string, Column>([
    ['id', 'plain, fixed'],
    ...Object.entries<Column>(table.columns),
  ])
  const fields = [...columns.keys()]
  const changing = fields.filter((field) => columns.get(field)?.endsWith('fixed') === false)
  const holdsJson = (field: string) => columns.get(field)?.startsWith('json') === true
  const selection = `SELECT ${fields.map((field) => `${columnOf(field)} AS ${field}`).join(', ')} FROM ${name}`
  const upsert = `
    INSERT INTO ${name} (${fields.map(columnOf).join(', ')})
    VALUES (${fields.map((field) => `@${field}`).join(', ')})
    ON CONFLICT (id) DO UPDATE SET
      ${changing.map((field) => `${columnOf(field)} = @${field}`).join(', ')}`

  function toRow({ id, ...value }: Value): Row {
    const parts = Object.entries<unknown>(value).filter(([field]) => columns.has(field))
    const values = parts.map(([field, part]): [string, unknown] => [
      field,
      holdsJson(field) && part !== null ? JSON.stringify(part) : part,
    ])
    return { ...Object.fromEntries<unknown>(values), id }
  }

  function toValue(row: Row): Value {
    const parts = Object.entries<unknown>({ ...row }).map(([field, part]): [string, unknown] => [
      field,
      holdsJson(field) && typeof part === 'string' ? fromJson(part) : part,
    ])
    return schema.parse(Object.fromEntries(parts))
  }

  const stored: StoredTable<Row, Value> = { name, idOf: ({ id }) => id, read: toValue }

  function listWhere(database: Database, condition: string, ...values: readonly string[]): Value[] {
    return readableRows(database, stored, { rows: selected(database, condition, values) })
  }

  function selected(database: Database, condition: string, values: readonly string[]): Row[] {
    return database
      .prepare<string[], Row>(`${selection} WHERE ${condition} ORDER BY ${order}`)
      .all(...values)
  }

  function save(database: Database, value: Value): void {
    const row = toRow(value)
    const damage = damageOf(stored, row)
    if (damage !== null) throw notReadBack(damage)
    database.prepare(upsert).run(row)
  }

  return {
    save,
    list: (database) => listWhere(database, 'true'),
    find: (database, id) => {
      const [row] = selected(database, 'id = ?', [id])
      return row === undefined ? null : readRow(database, stored, row)
    },
    damaged: (database) =>
      selected(database, 'true', []).flatMap((row) => damageOf(stored, row) ?? []),
    listWhere,
    remove: (database, id) => void database.prepare(`DELETE FROM ${name} WHERE id = ?`).run(id),
  }
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
