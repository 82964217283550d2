// Runs that were read from result files, with the result itself: what we made of it can then be made again.
import type { Migration } from '../migration.ts'

/** `result` is the compressed text of one result in vLLM's format; `content_hash` is that of what it says. */
export const importedRuns: Migration = {
  version: 3,
  sql: `
    ALTER TABLE runs ADD COLUMN imported TEXT;

    CREATE TABLE imported_results (
      run_id TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
      content_hash TEXT NOT NULL UNIQUE,
      result BLOB NOT NULL
    ) STRICT;
  `,
}
