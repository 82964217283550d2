// Runs: what was asked, of whom, and the summary. Their requests are rows of their own.
import { type Run, runSchema } from '#core/model/run/run.ts'
import { type Database, fromJson, toJson } from './database.ts'
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

const upsert = `
  INSERT INTO runs (
    id, name, tags, notes, status, base_url, server_name, sweep_id, point_index, created_at_epoch_ms,
    started_at_epoch_ms, started_at_monotonic_s, planned_requests, client_version, failure, facts,
    config, summary, imported, launch
  ) VALUES (
    @id, @name, @tags, @notes, @status, @baseUrl, @serverName, @sweepId, @pointIndex, @createdAtEpochMs,
    @startedAtEpochMs, @startedAtMonotonicS, @plannedRequests, @clientVersion, @failure, @facts,
    @config, @summary, @imported, @launch
  ) ON CONFLICT (id) DO UPDATE SET
    name = @name, tags = @tags, notes = @notes, status = @status, started_at_epoch_ms = @startedAtEpochMs,
    started_at_monotonic_s = @startedAtMonotonicS, planned_requests = @plannedRequests,
    failure = @failure, facts = @facts, config = @config, summary = @summary,
    launch = @launch`

export function saveRun(database: Database, run: Run): void {
  database.prepare(upsert).run({
    ...run,
    baseUrl: run.baseUrl ?? unknown,
    serverName: run.serverName ?? unknown,
    clientVersion: run.clientVersion ?? unknown,
    imported: toJson(run.imported),
    tags: toJson(run.tags),
    config: toJson(run.config),
    facts: toJson(run.facts),
    failure: toJson(run.failure),
    summary: toJson(run.summary),
    launch: toJson(run.launch),
  })
}

/** Newest first. */
export function listRuns(database: Database, filter: RunFilter): Run[] {
  const { sql, values } = pageOf(filter)
  return database
    .prepare<(string | number)[], RunRow>(`SELECT * FROM runs ${sql}`)
    .all(...values)
    .map(toRun)
}

/** Completed runs with a summary, on the server and with the model of this one; newest first. */
export function listMeasuredRuns(
  database: Database,
  { serverName, facts, config }: Pick<Run, 'serverName' | 'facts' | 'config'>,
  limit: number,
): Run[] {
  return database
    .prepare<[string, string, number], RunRow>(
      `SELECT * FROM runs
       WHERE server_name = ? AND model = ? AND status = 'completed' AND summary IS NOT NULL
       ORDER BY created_at_epoch_ms DESC, id LIMIT ?`,
    )
    .all(serverName ?? unknown, facts?.model ?? config.model ?? '', limit)
    .map(toRun)
}

export function countRuns(database: Database, filter: RunFilter): number {
  const { sql, values } = whereOf(filter)
  const row = database
    .prepare<(string | number)[], { count: number }>(`SELECT count(*) AS count FROM runs ${sql}`)
    .get(...values)
  return row?.count ?? 0
}

/** By its name, its id or the beginning of one; newest first. */
export function findRunsCalled(database: Database, word: string): Run[] {
  if (word === '') return []
  return database
    .prepare<[string, string, string], RunRow>(
      `SELECT * FROM runs WHERE name = ? OR substr(id, 1, length(?)) = ?
       ORDER BY created_at_epoch_ms DESC, id`,
    )
    .all(word, word, word)
    .map(toRun)
}

export function findRun(database: Database, id: string): Run | null {
  const row = database.prepare<[string], RunRow>('SELECT * FROM runs WHERE id = ?').get(id)
  return row === undefined ? null : toRun(row)
}

/** Their requests go with them. */
export function removeRuns(database: Database, ids: readonly string[]): void {
  const remove = database.prepare<[string]>('DELETE FROM runs WHERE id = ?')
  database.transaction(() => ids.forEach((id) => remove.run(id)))()
}

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
