// Servers a user has added. Their state belongs to the running program and is not stored.
import { serverSpecSchema, type Server } from '#core/model/server/server.ts'
import { type Database, fromJson, toJson } from './database.ts'

export type StoredServer = Omit<Server, 'state' | 'launch'>

type ServerRow = { id: string; name: string; spec: string; created_at_epoch_ms: number }

export function saveServer(database: Database, server: StoredServer): void {
  const { id, name, spec, createdAtEpochMs } = server
  database
    .prepare(
      `INSERT INTO servers (id, name, spec, created_at_epoch_ms)
       VALUES (@id, @name, @spec, @createdAtEpochMs)
       ON CONFLICT (id) DO UPDATE SET name = @name, spec = @spec`,
    )
    .run({ id, name, createdAtEpochMs, spec: toJson(spec) })
}

/** Oldest first. */
export function listServers(database: Database): StoredServer[] {
  return database
    .prepare<[], ServerRow>('SELECT * FROM servers ORDER BY created_at_epoch_ms, id')
    .all()
    .map((row) => ({
      id: row.id,
      name: row.name,
      spec: serverSpecSchema.parse(fromJson(row.spec)),
      createdAtEpochMs: row.created_at_epoch_ms,
    }))
}

export function removeServer(database: Database, id: string): void {
  database.prepare('DELETE FROM servers WHERE id = ?').run(id)
}
