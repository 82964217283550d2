// Servers a reader has added. Their state belongs to the running program and is not kept.
import { serverSpecSchema, type Server, type ServerSpec } from '#core/model/server.ts'
import type { Database } from './database.ts'
import { saveHost } from './hosts.ts'
import { fromJson, toJson } from './json-column.ts'

export type StoredServer = Omit<Server, 'state'>

type ServerRow = { id: string; name: string; spec: string; created_at_epoch_ms: number }

export function saveServer(database: Database, server: StoredServer): void {
  const hostAddress = addressOf(server.spec)
  saveHost(database, hostAddress)
  database
    .prepare(
      `INSERT INTO servers (id, host_address, name, spec, created_at_epoch_ms)
       VALUES (@id, @hostAddress, @name, @spec, @createdAtEpochMs)
       ON CONFLICT (id) DO UPDATE SET name = @name`,
    )
    .run({ ...server, hostAddress, spec: toJson(server.spec) })
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

function addressOf(spec: ServerSpec): string {
  return spec.kind === 'simulator' ? 'localhost' : new URL(spec.baseUrl).hostname
}
