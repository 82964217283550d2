// A run as the first version stored it.
import type Sqlite from 'better-sqlite3'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'

export function insertEarlyRun(database: Sqlite.Database, tags: readonly string[] = []): void {
  database
    .prepare(
      `INSERT INTO runs (
         id, name, tags, status, base_url, server_name, created_at_epoch_ms, planned_requests,
         client_version, config
       ) VALUES ('r', 'first', ?, 'completed', 'http://a', 'a', 1, 1, '0.1.0', ?)`,
    )
    .run(JSON.stringify(tags), JSON.stringify(defaultBenchmarkConfig))
}
