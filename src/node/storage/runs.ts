// Runs: config, server and summary. Their requests are in separate rows.
import { AppError } from '#core/model/app-error.ts'
import { readableSummary } from '#core/model/run/readable-summary.ts'
import { type Run, runSchema } from '#core/model/run/run.ts'
import type { RequestRate } from '#core/model/sweep.ts'
import type { DamagedRow } from './met-damage.ts'
import { damageOf, notReadBack, readableRows, readRow, type StoredTable } from './damage.ts'
import { fromJson, toJson } from './column-values.ts'
import type { Database } from './database.ts'
import { knownText, pageOf, type RunFilter, unknown, whereOf } from './run-filter.ts'

export type RunRow = {
  id: string
  name: string
  tags: string
  notes: string
  status: string
  base_url: string
  server_name: string
  sweep_id: string | null
  point_index: number | null
  created_at_epoch_ms: number
  started_at_epoch_ms: number | null
  started_at_monotonic_s: number | null
  planned_requests: number
  client_version: string
  failure: string | null
  facts: string | null
  config: string
  summary: string | null
  imported: string | null
  launch: string | null
}

/** Only stored columns: a derived column fails for all rows if one of them contains malformed JSON. */
const columns = `
  id, name, tags, notes, status, base_url, server_name, sweep_id, point_index, created_at_epoch_ms,
  started_at_epoch_ms, started_at_monotonic_s, planned_requests, client_version, failure, facts,
  config, summary, imported, launch`

const upsert = `
  INSERT INTO runs (${columns}
  ) VALUES (
    @id, @name, @tags, @notes, @status, @base_url, @server_name, @sweep_id, @point_index, @created_at_epoch_ms,
    @started_at_epoch_ms, @started_at_monotonic_s, @planned_requests, @client_version, @failure, @facts,
    @config, @summary, @imported, @launch
  ) ON CONFLICT (id) DO UPDATE SET
    name = @name, tags = @tags, notes = @notes, status = @status, started_at_epoch_ms = @started_at_epoch_ms,
    started_at_monotonic_s = @started_at_monotonic_s, planned_requests = @planned_requests,
    failure = @failure, facts = @facts, config = @config, summary = @summary,
    launch = @launch`

/** Throws `invalid-input` for a run that could not be read back. */
export function saveRun(database: Database, run: Run): void {
  const row = rowOf(run)
  const damage = damageOf(runsTable, row)
  if (damage !== null) throw notReadBack(damage)
  database.prepare(upsert).run(row)
}

/** Stores a run without the parts of its summary that could not be read back: as failed if no figures remain. Returns the stored run. */
export function saveRunAnyway(database: Database, run: Run): Run {
  try {
    saveRun(database, run)
    return run
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid-input') throw error
    const { message, remedy } = error
    const summary = run.summary && readableSummary(run.summary)
    const without = { status: 'failed', failure: { message, remedy } } as const
    const state: Run = { ...run, summary, ...(summary === null && without) }
    saveRun(database, state)
    return state
  }
}

function rowOf(run: Run): RunRow {
  return {
    id: run.id,
    name: run.name,
    tags: JSON.stringify(run.tags),
    notes: run.notes,
    status: run.status,
    base_url: run.baseUrl ?? unknown,
    server_name: run.serverName ?? unknown,
    sweep_id: run.sweepId,
    point_index: run.pointIndex,
    created_at_epoch_ms: run.createdAtEpochMs,
    started_at_epoch_ms: run.startedAtEpochMs,
    started_at_monotonic_s: run.startedAtMonotonicS,
    planned_requests: run.plannedRequests,
    client_version: run.clientVersion ?? unknown,
    failure: toJson(run.failure),
    facts: toJson(run.facts),
    config: JSON.stringify(run.config),
    summary: toJson(run.summary),
    imported: toJson(run.imported),
    launch: toJson(run.launch),
  }
}

/** Newest first. */
export function listRuns(database: Database, filter: RunFilter): Run[] {
  const { sql, values, limit } = pageOf(filter)
  const rows = database
    .prepare<(string | number)[], RunRow>(`SELECT ${columns} FROM runs ${sql}`)
    .iterate(...values)
  return readableRows(database, runsTable, { rows, limit })
}

type RateRange = Readonly<Record<'low' | 'high', RequestRate>>

/** Completed runs with a summary, on the server and with the model of this one, sent at rates in the range; newest first. */
export function listMeasuredRuns(
  database: Database,
  { serverName, facts, config }: Pick<Run, 'serverName' | 'facts' | 'config'>,
  { limit, rates }: Readonly<{ limit: number; rates?: RateRange }>,
): Run[] {
  const inRange = `AND CASE WHEN json_valid(config)
    THEN json_extract(config, '$.requestRate') BETWEEN ? AND ? END`
  const rows = database
    .prepare<(string | number)[], RunRow>(
      `SELECT ${columns} FROM runs
       WHERE server_name = ? AND model = ? AND status = 'completed' AND summary IS NOT NULL
       ${rates === undefined ? '' : inRange}
       ORDER BY created_at_epoch_ms DESC, id`,
    )
    .iterate(
      ...[serverName ?? unknown, facts?.model ?? config.model ?? ''],
      ...(rates === undefined ? [] : [rates.low, rates.high]),
    )
  return readableRows(database, runsTable, { rows, limit })
}

export function countRuns(database: Database, filter: RunFilter): number {
  const { sql, values } = whereOf(filter)
  const row = database
    .prepare<(string | number)[], { count: number }>(`SELECT count(*) AS count FROM runs ${sql}`)
    .get(...values)
  return row?.count ?? 0
}

/** By name, id or prefix of an id; newest first. */
export function findRunsCalled(database: Database, word: string): Run[] {
  if (word === '') return []
  return database
    .prepare<[string, string, string], RunRow>(
      `SELECT ${columns} FROM runs WHERE name = ? OR substr(id, 1, length(?)) = ?
       ORDER BY created_at_epoch_ms DESC, id`,
    )
    .all(word, word, word)
    .map((row) => readRow(database, runsTable, row))
}

/** Throws `row-damaged` for a run that cannot be read. */
export function findRun(database: Database, id: string): Run | null {
  const row = database.prepare<[string], RunRow>(`SELECT ${columns} FROM runs WHERE id = ?`).get(id)
  return row === undefined ? null : readRow(database, runsTable, row)
}

export function damagedRuns(database: Database): DamagedRow[] {
  const rows = database.prepare<[], RunRow>(`SELECT ${columns} FROM runs`).all()
  return rows.flatMap((row) => damageOf(runsTable, row) ?? [])
}

/** A damaged run without its summary; null if the damage is not in the summary. */
export function runWithoutFigures(database: Database, id: string): Run | null {
  const row = database.prepare<[string], RunRow>(`SELECT ${columns} FROM runs WHERE id = ?`).get(id)
  if (row === undefined) return null
  const without = { ...row, summary: null }
  return damageOf(runsTable, without) === null ? toRun(without) : null
}

/** Removes their requests as well. */
export function removeRuns(database: Database, ids: readonly string[]): void {
  const remove = database.prepare<[string]>('DELETE FROM runs WHERE id = ?')
  database.transaction(() => ids.forEach((id) => remove.run(id)))()
}

const runsTable: StoredTable<RunRow, Run> = { name: 'runs', idOf: ({ id }) => id, read: toRun }

function toRun(row: RunRow): Run {
  return runSchema.parse({
    id: row.id,
    name: row.name,
    tags: fromJson(row.tags),
    notes: row.notes,
    status: row.status,
    config: fromJson(row.config),
    baseUrl: knownText(row.base_url),
    serverName: knownText(row.server_name),
    facts: fromJson(row.facts),
    sweepId: row.sweep_id,
    pointIndex: row.point_index,
    createdAtEpochMs: row.created_at_epoch_ms,
    startedAtEpochMs: row.started_at_epoch_ms,
    startedAtMonotonicS: row.started_at_monotonic_s,
    plannedRequests: row.planned_requests,
    summary: fromJson(row.summary),
    failure: fromJson(row.failure),
    clientVersion: knownText(row.client_version),
    imported: fromJson(row.imported),
    launch: fromJson(row.launch),
  })
}
