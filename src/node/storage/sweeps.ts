// Sweeps: their plan and how far each point has come. What a point measured is its run.
import { sweepSchema, type Sweep } from '#core/model/sweep/sweep.ts'
import { type Database, fromJson, toJson } from './database.ts'

type SweepRow = {
  id: string
  status: string
  created_at_epoch_ms: number
  plan: string
  points: string
  servers: string
  answers: string
}

export function saveSweep(database: Database, sweep: Sweep): void {
  database
    .prepare(
      `INSERT INTO sweeps (id, status, created_at_epoch_ms, plan, points, servers, answers)
       VALUES (@id, @status, @createdAtEpochMs, @plan, @points, @servers, @answers)
       ON CONFLICT (id) DO UPDATE SET
         status = @status, plan = @plan, points = @points, servers = @servers, answers = @answers`,
    )
    .run({
      ...sweep,
      plan: toJson(sweep.plan),
      points: toJson(sweep.points),
      servers: toJson(sweep.servers),
      answers: toJson(sweep.answers),
    })
}

/** Newest first. */
export function listSweeps(database: Database): Sweep[] {
  return database
    .prepare<[], SweepRow>('SELECT * FROM sweeps ORDER BY created_at_epoch_ms DESC, id')
    .all()
    .map(toSweep)
}

export function findSweep(database: Database, id: string): Sweep | null {
  const row = database.prepare<[string], SweepRow>('SELECT * FROM sweeps WHERE id = ?').get(id)
  return row === undefined ? null : toSweep(row)
}

/** By its name, its id or the beginning of one; newest first. */
export function findSweepsCalled(database: Database, word: string): Sweep[] {
  if (word === '') return []
  return database
    .prepare<[string, string, string], SweepRow>(
      `SELECT * FROM sweeps WHERE plan ->> '$.name' = ? OR substr(id, 1, length(?)) = ?
       ORDER BY created_at_epoch_ms DESC, id`,
    )
    .all(word, word, word)
    .map(toSweep)
}

/** Its runs go with it. */
export function removeSweep(database: Database, id: string): void {
  database.prepare('DELETE FROM sweeps WHERE id = ?').run(id)
}

function toSweep(row: SweepRow): Sweep {
  return sweepSchema.parse({
    id: row.id,
    status: row.status,
    createdAtEpochMs: row.created_at_epoch_ms,
    plan: fromJson(row.plan),
    points: fromJson(row.points),
    servers: fromJson(row.servers),
    answers: fromJson(row.answers),
  })
}
