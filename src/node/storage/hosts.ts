// Machines that servers are launched on, with the facts they last reported.
import { hostFactsSchema } from '#core/model/host/host-facts.ts'
import { hostSpecSchema, type Host } from '#core/model/host/host.ts'
import { type Database, fromJson, toJson } from './database.ts'

export type StoredHost = Omit<Host, 'connection'>

type HostRow = {
  id: string
  name: string
  spec: string
  created_at_epoch_ms: number
  facts: string | null
}

export function saveHost(database: Database, host: StoredHost): void {
  const { id, name, createdAtEpochMs } = host
  const columns = { id, name, createdAtEpochMs, spec: toJson(host.spec), facts: toJson(host.facts) }
  database
    .prepare(
      `INSERT INTO hosts (id, name, spec, created_at_epoch_ms, facts)
       VALUES (@id, @name, @spec, @createdAtEpochMs, @facts)
       ON CONFLICT (id) DO UPDATE SET name = @name, spec = @spec, facts = @facts`,
    )
    .run(columns)
}

/** Oldest first; this computer comes before all. */
export function listHosts(database: Database): StoredHost[] {
  return database
    .prepare<[], HostRow>('SELECT * FROM hosts ORDER BY created_at_epoch_ms, id')
    .all()
    .map((row) => ({
      id: row.id,
      name: row.name,
      spec: hostSpecSchema.parse(fromJson(row.spec)),
      createdAtEpochMs: row.created_at_epoch_ms,
      // Facts of an earlier version may have another form; the host reports them again.
      facts: hostFactsSchema.nullable().catch(null).parse(fromJson(row.facts)),
    }))
}

export function removeHost(database: Database, id: string): void {
  database.prepare<[string]>('DELETE FROM hosts WHERE id = ?').run(id)
}
