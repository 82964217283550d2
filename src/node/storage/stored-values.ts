// A table that holds values of one schema, a column per field: `createdAtEpochMs` is `created_at_epoch_ms`.
import type { z } from 'zod'
import type { Database } from './database.ts'

/** What a column holds, and whether it keeps what was saved first. */
type Column = 'plain' | 'json' | 'plain, fixed' | 'json, fixed'

type Table<Value> = Readonly<{
  name: string
  schema: z.ZodType<Value>
  columns: Readonly<Record<Exclude<keyof Value, 'id'>, Column>>
  /** Of lists: an SQL expression. */
  order: string
}>

type StoredValues<Value> = Readonly<{
  /** Adds it, or replaces the one with its id. */
  save: (database: Database, value: Value) => void
  list: (database: Database) => Value[]
  find: (database: Database, id: string) => Value | null
  /** `condition` is an SQL expression, its parameters are `values`. */
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

  function toRow(value: Value): Record<string, unknown> {
    const parts = Object.entries<unknown>(value).filter(([field]) => columns.has(field))
    return Object.fromEntries(
      parts.map(([field, part]) => [
        field,
        holdsJson(field) && part !== null ? JSON.stringify(part) : part,
      ]),
    )
  }

  function toValue(row: object): Value {
    const parts = Object.entries<unknown>({ ...row }).map(([field, part]): [string, unknown] => [
      field,
      holdsJson(field) && typeof part === 'string' ? JSON.parse(part) : part,
    ])
    return schema.parse(Object.fromEntries(parts))
  }

  function listWhere(database: Database, condition: string, ...values: readonly string[]): Value[] {
    return database
      .prepare<string[], object>(`${selection} WHERE ${condition} ORDER BY ${order}`)
      .all(...values)
      .map(toValue)
  }

  return {
    save: (database, value) => void database.prepare(upsert).run(toRow(value)),
    list: (database) => listWhere(database, 'true'),
    find: (database, id) => listWhere(database, 'id = ?', id)[0] ?? null,
    listWhere,
    remove: (database, id) => void database.prepare(`DELETE FROM ${name} WHERE id = ?`).run(id),
  }
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
