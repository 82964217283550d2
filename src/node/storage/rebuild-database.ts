// Rebuilds a database with damaged pages, like SQLite's own recovery: copies each readable row to a new file, which replaces the
// old one. The old one is kept.
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import Sqlite from 'better-sqlite3'
import { sum } from '#core/base/spread.ts'
import { isCorrupt } from './damage.ts'
import { type Database, makePrivateFile } from './database.ts'
import { migrate } from './migrations.ts'
import { schemaVersions } from './schema-versions.ts'

export type RebuiltTable = Readonly<{
  table: string
  saved: number
  /** Number of lost rows; null if the original number cannot be read. */
  lost: number | null
}>

export type Rebuilt = Readonly<{
  tables: readonly RebuiltTable[]
  /** Path of the damaged file. */
  keptAs: string
}>

/** Also true for unreadable pages. */
export function hasDamagedPages(filePath: string): boolean {
  const database = new Sqlite(filePath, { fileMustExist: true })
  try {
    return database.pragma('integrity_check(1)', { simple: true }) !== 'ok'
  } catch (error) {
    if (isCorrupt(error)) return true
    throw error
  } finally {
    database.close()
  }
}

/** Requires the claim. Throws if a table's schema cannot be read. */
export function rebuildDatabase(filePath: string, nowEpochMs: number): Rebuilt {
  const unfinished = `${filePath}-rebuilt`
  const keptAs = `${filePath}-damaged-${nowEpochMs}.db`
  removeDatabase(unfinished)
  try {
    const tables = copyMost(filePath, unfinished)
    replace(filePath, { by: unfinished, keptAs })
    return { tables, keptAs }
  } catch (error) {
    removeDatabase(unfinished)
    throw error
  }
}

const besides = ['-wal', '-shm', '-journal']

function removeDatabase(filePath: string): void {
  for (const end of ['', ...besides]) rmSync(`${filePath}${end}`, { force: true })
}

/** Copies again if rows are lost, and keeps the larger copy, because SQLite reports a read that failed once as damage. */
function copyMost(from: string, to: string): RebuiltTable[] {
  const first = copyReadable(from, to)
  if (first.every(({ lost }) => lost === 0)) return first
  const again = `${to}-again`
  removeDatabase(again)
  try {
    const second = copyReadable(from, again)
    if (savedRows(second) <= savedRows(first)) return first
    renameSync(again, to)
    return second
  } finally {
    removeDatabase(again)
  }
}

function savedRows(tables: readonly RebuiltTable[]): number {
  return sum(tables.map(({ saved }) => saved))
}

function copyReadable(from: string, to: string): RebuiltTable[] {
  const mostRows = Math.ceil(statSync(from).size / leastBytesPerRow)
  const damaged = new Sqlite(from, { fileMustExist: true })
  makePrivateFile(to)
  const fresh = new Sqlite(to)
  try {
    // Skips unreadable entries of the schema.
    damaged.unsafeMode().pragma('writable_schema = ON')
    const version = Number(damaged.pragma('user_version', { simple: true }))
    migrate(fresh, schemaVersions.slice(0, version))
    fresh.pragma('foreign_keys = OFF')
    const names = tablesOf(fresh)
    fresh.transaction(() =>
      names.forEach((table) => copyTable(damaged, fresh, { table, mostRows })),
    )()
    fresh.transaction(() => names.forEach((table) => removeOrphans(fresh, table)))()
    // Set before the file replaces the old one, because a program that exits during this change leaves a journal.
    fresh.pragma('journal_mode = WAL')
    return names.map((table) => {
      const saved = countRows(fresh, table) ?? 0
      const expected = countRows(damaged, table)
      return { table, saved, lost: expected && Math.max(0, expected - saved) }
    })
  } finally {
    fresh.close()
    damaged.close()
  }
}

const leastBytesPerRow = 16

/** Tables, parents before those that reference them. */
function tablesOf(database: Database): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid`
  return database.prepare<[], string>(sql).pluck().all()
}

/** Whether its rows have a key instead of a rowid. */
function isKeyed(database: Database, table: string): boolean {
  const sql = 'SELECT wr FROM pragma_table_list WHERE name = ?'
  return database.prepare(sql).pluck().get(table) === 1
}

/** Counts rows, using an index if there is one. Null if that is damaged. */
function countRows(database: Database, table: string): number | null {
  try {
    return Number(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get())
  } catch (error) {
    if (isCorrupt(error)) return null
    throw error
  }
}

type TableCopy = Readonly<{ table: string; mostRows: number }>
type Row = Readonly<Record<string, unknown>>

function copyTable(damaged: Database, fresh: Database, { table, mostRows }: TableCopy): void {
  const names = fresh
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table)
  const list = names.map((name) => `"${name}"`).join(', ')
  const statement = fresh.prepare(
    `INSERT INTO "${table}" (${list}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
  )
  // Migrations insert rows of their own.
  fresh.exec(`DELETE FROM "${table}"`)
  const save = (row: Row): void => {
    try {
      statement.run(row)
    } catch (error) {
      // The type does not fit the column, or the key exists.
      if (!isRefused(error)) throw error
    }
  }
  if (isKeyed(fresh, table)) copyKeyed(damaged, fresh, { table, list, save })
  else copyByRowid(damaged, { table, list, save, mostRows })
}

function isRefused(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')
}

type RowCopy = Readonly<{ table: string; list: string; save: (row: Row) => void }>

/** Copies rows by ranges of rowids. Halves each range that cannot be read completely, down to single rows. */
function copyByRowid(
  damaged: Database,
  { table, list, save, mostRows }: RowCopy & Readonly<{ mostRows: number }>,
): void {
  const statement = damaged.prepare<[number, number], Row & { rowid_: number }>(
    `SELECT rowid AS rowid_, ${list} FROM "${table}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
  )
  const copyRange = (low: number, high: number): void => {
    let next = low
    const isWhole = readAll(statement.iterate(low, high), (row) => {
      save(row)
      next = row.rowid_ + 1
    })
    if (isWhole || next >= high) return
    const middle = Math.floor((next + high) / 2)
    copyRange(next, middle)
    copyRange(middle + 1, high)
  }
  copyRange(1, lastRowid(damaged, table) ?? mostRows)
}

/** Last rowid, from the table or an index. Null if none is readable. */
function lastRowid(damaged: Database, table: string): number | null {
  const indexes = damaged.prepare<[string], string>('SELECT name FROM pragma_index_list(?)').pluck()
  const sources = ['', ...indexes.all(table).map((name) => `INDEXED BY "${name}"`)]
  for (const source of sources) {
    try {
      const last = damaged.prepare(`SELECT max(rowid) FROM "${table}" ${source}`).pluck().get()
      return Number(last)
    } catch (error) {
      if (!isCorrupt(error)) throw error
    }
  }
  return null
}

/** Copies the rows of each parent, from both ends up to the damage. */
function copyKeyed(damaged: Database, fresh: Database, { table, list, save }: RowCopy): void {
  for (const { from, parent, to } of parentsOf(fresh, table)) {
    const keys = fresh.prepare<[], number | string>(`SELECT "${to}" FROM "${parent}"`).pluck()
    for (const key of keys.all()) {
      for (const direction of ['ASC', 'DESC']) {
        const rows = damaged.prepare<[number | string], Row>(
          `SELECT ${list} FROM "${table}" WHERE "${from}" = ? ORDER BY 1 ${direction}, 2 ${direction}`,
        )
        if (readAll(rows.iterate(key), save)) break
      }
    }
  }
}

/** False if a damaged page ended the read. */
function readAll<Read>(rows: Iterable<Read>, take: (row: Read) => void): boolean {
  try {
    for (const row of rows) take(row)
    return true
  } catch (error) {
    if (isCorrupt(error)) return false
    throw error
  }
}

type Parent = Readonly<{ from: string; parent: string; to: string }>

function parentsOf(database: Database, table: string): Parent[] {
  const sql = 'SELECT "from", "table" AS parent, "to" FROM pragma_foreign_key_list(?)'
  return database.prepare<[string], Parent>(sql).all(table)
}

/** Removes rows whose parent is lost; runs outlive their sweep. */
function removeOrphans(fresh: Database, table: string): void {
  for (const { from, parent, to } of parentsOf(fresh, table)) {
    const change =
      table === 'runs' ? `UPDATE "${table}" SET "${from}" = NULL` : `DELETE FROM "${table}"`
    fresh.exec(`${change} WHERE "${from}" NOT IN (SELECT "${to}" FROM "${parent}")`)
  }
}

/** Replaces the database so that a file with its name always exists. The old file's log must not be applied to the new one. */
function replace(filePath: string, { by, keptAs }: Readonly<{ by: string; keptAs: string }>): void {
  synchronise(by)
  try {
    linkSync(filePath, keptAs)
  } catch {
    copyFileSync(filePath, keptAs)
  }
  for (const end of besides) {
    if (existsSync(`${filePath}${end}`)) renameSync(`${filePath}${end}`, `${keptAs}${end}`)
  }
  renameSync(by, filePath)
}

function synchronise(filePath: string): void {
  const file = openSync(filePath, 'r+')
  fsyncSync(file)
  closeSync(file)
}
