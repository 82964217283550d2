// Sweeps, newest first, and their logs, one entry per row, so that the log is complete up to the program's end. A point's
// measurement is its run, which is removed with the sweep.
import { sweepLogEntrySchema, type SweepLogEntry } from '#core/model/sweep-log.ts'
import { readableRows, type StoredTable } from './damage.ts'
import { fromJson, toJson } from './column-values.ts'
import type { Database } from './database.ts'
import { type Sweep, sweepSchema } from '#core/model/sweep.ts'
import { storedValues } from './stored-values.ts'

export type LogRow = {
  sweep_id: string
  position: number
  at_epoch_ms: number
  kind: string
  point: number | null
  values: string
  texts: string | null
}

export function appendSweepLog(database: Database, sweepId: string, entry: SweepLogEntry): void {
  database
    .prepare(
      `INSERT INTO sweep_log (sweep_id, position, at_epoch_ms, kind, point, "values", texts)
       VALUES (@sweepId,
         (SELECT coalesce(max(position) + 1, 0) FROM sweep_log WHERE sweep_id = @sweepId),
         @atEpochMs, @kind, @point, @values, @texts)`,
    )
    .run({ ...entry, sweepId, values: toJson(entry.values), texts: toJson(entry.texts) })
}

/** Oldest first. */
export function readSweepLog(database: Database, sweepId: string): SweepLogEntry[] {
  const rows = database
    .prepare<[string], LogRow>('SELECT * FROM sweep_log WHERE sweep_id = ? ORDER BY position')
    .all(sweepId)
  return readableRows(database, logTable, { rows })
}

function entryOf({ at_epoch_ms, kind, point, values, texts }: LogRow): SweepLogEntry {
  return sweepLogEntrySchema.parse({
    atEpochMs: at_epoch_ms,
    kind,
    point,
    values: fromJson(values),
    ...(texts !== null && { texts: fromJson(texts) }),
  })
}

export const logTable: StoredTable<LogRow, SweepLogEntry> = {
  name: 'sweep_log',
  idOf: ({ sweep_id, position }) => `${sweep_id} ${position}`,
  read: entryOf,
}

/** Duration of each server start that a sweep waited for, in seconds. */
export function listStartTimes(database: Database, serverId: string): number[] {
  return database
    .prepare<[string], { tookS: number }>(
      `SELECT json_extract(log."values", '$.tookS') AS tookS
       FROM sweep_log AS log JOIN sweeps ON sweeps.id = log.sweep_id
       WHERE log.kind = 'server-ready' AND ? = json_extract(
         sweeps.servers, '$[' || json_extract(log."values", '$.position') || '].id')`,
    )
    .all(serverId)
    .map(({ tookS }) => tookS)
}

const sweeps = storedValues<Sweep>({
  name: 'sweeps',
  schema: sweepSchema,
  columns: {
    status: 'plain',
    createdAtEpochMs: 'plain, fixed',
    plan: 'json',
    points: 'json',
    servers: 'json',
    answers: 'json',
  },
  order: 'created_at_epoch_ms DESC, id',
})

export const {
  save: saveSweep,
  list: listSweeps,
  find: findSweep,
  remove: removeSweep,
  damaged: damagedSweeps,
} = sweeps

/** By name, id or prefix of an id. */
export function findSweepsCalled(database: Database, word: string): Sweep[] {
  if (word === '') return []
  const condition = `plan ->> '$.name' = ? OR substr(id, 1, length(?)) = ?`
  return sweeps.listWhere(database, condition, word, word, word)
}
