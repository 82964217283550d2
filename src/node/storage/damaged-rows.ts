// Finds all damaged rows of a database, exports each as lines of JSON, and removes them.
import { isAmount } from '#core/base/bounds.ts'
import { damagedCalibrations } from './calibrations.ts'
import { damagedFeatureValues } from './feature-values.ts'
import { type DamagedRow, forgetDamage, metDamage } from './met-damage.ts'
import { damageOf } from './damage.ts'
import { notFound } from './storage-error.ts'
import type { Database } from './database.ts'
import { damagedHosts, damagedProfiles, damagedServers } from './hosts-and-servers.ts'
import type { RecordRow } from './request-columns.ts'
import { requestsTable } from './requests.ts'
import { damagedRuns } from './runs.ts'
import { damagedSweeps, type LogRow, logTable } from './sweeps.ts'

type DamageTable = Readonly<{
  /** Columns that identify a row, in the order of its id. */
  key: readonly string[]
  damaged: (database: Database) => DamagedRow[]
  /** Tables with rows that belong to such a row and are removed with it, and the column that references it. */
  parts?: Readonly<Record<string, string>>
}>

const byId = ['id']

const tables: Readonly<Record<string, DamageTable>> = {
  // Before runs, whose summaries are derived from them.
  requests: { key: ['run_id', 'request_index'], damaged: damagedRequests },
  sweep_log: { key: ['sweep_id', 'position'], damaged: damagedEntries },
  runs: {
    key: byId,
    damaged: damagedRuns,
    parts: { requests: 'run_id', telemetry_problems: 'run_id', imported_results: 'run_id' },
  },
  sweeps: { key: byId, damaged: damagedSweeps, parts: { sweep_log: 'sweep_id' } },
  servers: { key: byId, damaged: damagedServers },
  hosts: { key: byId, damaged: damagedHosts },
  launch_profiles: { key: byId, damaged: damagedProfiles },
  calibrations: { key: byId, damaged: damagedCalibrations },
  feature_values: { key: byId, damaged: damagedFeatureValues },
}

/** Reads every row. */
export function damagedRows(database: Database): DamagedRow[] {
  return Object.values(tables).flatMap(({ damaged }) => damaged(database))
}

function damagedEntries(database: Database): DamagedRow[] {
  const rows = database.prepare<[], LogRow>('SELECT * FROM sweep_log').all()
  return rows.flatMap((row) => damageOf(logTable, row) ?? [])
}

function damagedRequests(database: Database): DamagedRow[] {
  const found: DamagedRow[] = []
  const columns = storedColumns(database, 'requests')
  const rows = database.prepare<[], RecordRow>(`SELECT ${columns.join(', ')} FROM requests`)
  for (const row of rows.iterate()) {
    const damage = damageOf(requestsTable, row) ?? numberBeyond(row)
    if (damage !== null) found.push(damage)
  }
  return found
}

/** Damage of a row with a number too large for sums; null for none. */
function numberBeyond(row: RecordRow): DamagedRow | null {
  const [name, value] =
    Object.entries(row).find(([, value]) => typeof value === 'number' && !isAmount(value)) ?? []
  if (name === undefined) return null
  return { table: 'requests', id: requestsTable.idOf(row), why: `${name}: ${value}` }
}

/** Columns, without derived ones. */
function storedColumns(database: Database, table: string): string[] {
  return database
    .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => `"${name}"`)
}

type Place = Pick<DamagedRow, 'table' | 'id'>

/** The row and all rows removed with it, one per line: `{"table": …, "row": …}`. Empty if the row does not exist. */
export function* rowLines(database: Database, { table, id }: Place): Generator<string> {
  const { key, parts = {} } = tableOf(table)
  yield* linesOf(database, { table, key, values: keyValues(id, key) })
  for (const [part, column] of Object.entries(parts)) {
    yield* linesOf(database, { table: part, key: [column], values: [id] })
  }
}

type RowSelection = Readonly<{ table: string; key: readonly string[]; values: readonly string[] }>

function* linesOf(database: Database, { table, key, values }: RowSelection): Generator<string> {
  const rows = database
    .prepare<string[], object>(
      `SELECT ${storedColumns(database, table).join(', ')} FROM ${table} WHERE ${conditionOf(key)}`,
    )
    .iterate(...values)
  for (const row of rows) yield `${JSON.stringify({ table, row }, withBase64)}\n`
}

/** At most about 64 MiB of lines, for a message to a window. */
export function exportRows(database: Database, place: Place): string {
  let text = ''
  for (const line of rowLines(database, place)) {
    if (text.length + line.length > longestExport) break
    text += line
  }
  return text
}

const longestExport = 64 * 2 ** 20

/** Throws for readable rows. */
export function removeDamagedRow(database: Database, place: Place): void {
  const isDamaged = ({ table, id }: DamagedRow) => table === place.table && id === place.id
  if (metDamage(database.name).some(isDamaged)) removeRow(database, place)
  else notFound(place.table, place.id)
}

/** Removes a row; the runs of a sweep stay. */
export function removeRow(database: Database, place: Place): void {
  const { table, id } = place
  const { key } = tableOf(table)
  database.transaction(() => {
    if (table === 'sweeps')
      database.prepare('UPDATE runs SET sweep_id = NULL WHERE sweep_id = ?').run(id)
    database.prepare(`DELETE FROM ${table} WHERE ${conditionOf(key)}`).run(...keyValues(id, key))
  })()
  forgetDamage(database.name, place)
}

function tableOf(name: string): DamageTable {
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined
  return table ?? notFound('table', name)
}

function conditionOf(key: readonly string[]): string {
  return key.map((column) => `${column} = ?`).join(' AND ')
}

/** An id may contain spaces; the number after it does not. */
function keyValues(id: string, key: readonly string[]): string[] {
  if (key.length === 1) return [id]
  const at = id.lastIndexOf(' ')
  return [id.slice(0, at), id.slice(at + 1)]
}

/** Buffers arrive in the form of their `toJSON`. */
function withBase64(_: string, value: unknown): unknown {
  const isBuffer =
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  if (!isBuffer || !('data' in value) || !Array.isArray(value.data)) return value
  return { base64: Buffer.from(value.data).toString('base64') }
}
