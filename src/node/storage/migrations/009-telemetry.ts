// Samples of servers and GPUs during runs.
import type { Migration } from '../migration.ts'

/**
 * A source is one server or one GPU of a run; `value_names` names the numbers of its samples, which are
 * little-endian doubles in that order, NaN where there was none.
 */
export const telemetry: Migration = {
  version: 9,
  sql: `
    CREATE TABLE telemetry_sources (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      label TEXT NOT NULL,
      value_names TEXT NOT NULL
    ) STRICT;
    CREATE INDEX telemetry_sources_by_run ON telemetry_sources (run_id);

    CREATE TABLE telemetry_samples (
      source_id INTEGER NOT NULL REFERENCES telemetry_sources (id) ON DELETE CASCADE,
      at_epoch_ms REAL NOT NULL,
      sampled_values BLOB NOT NULL,
      PRIMARY KEY (source_id, at_epoch_ms)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE telemetry_problems (
      run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      message TEXT NOT NULL,
      PRIMARY KEY (run_id, kind)
    ) STRICT, WITHOUT ROWID;
  `,
}
