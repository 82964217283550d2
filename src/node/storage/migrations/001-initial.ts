// The first shape of the database. Times of requests are whole µs since their run began; other times are epoch ms.
import type { Migration } from '../migration.ts'

/**
 * Columns of `requests` that derive from others are computed by SQLite, so sorting by them needs no second
 * truth. Long columns come last: SQLite then sorts and filters without reading their overflow pages.
 */
export const initial: Migration = {
  version: 1,
  sql: `
    CREATE TABLE hosts (
      address TEXT PRIMARY KEY
    ) STRICT;

    CREATE TABLE servers (
      id TEXT PRIMARY KEY,
      host_address TEXT NOT NULL REFERENCES hosts (address),
      name TEXT NOT NULL,
      spec TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL
    ) STRICT;

    CREATE TABLE sweeps (
      id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      server_name TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      plan TEXT NOT NULL,
      points TEXT NOT NULL
    ) STRICT;
    CREATE INDEX sweeps_by_age ON sweeps (created_at_epoch_ms);

    CREATE TABLE runs (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      tags TEXT NOT NULL,
      status TEXT NOT NULL,
      base_url TEXT NOT NULL,
      server_name TEXT NOT NULL,
      sweep_id TEXT REFERENCES sweeps (id) ON DELETE CASCADE,
      point_index INTEGER,
      created_at_epoch_ms REAL NOT NULL,
      started_at_epoch_ms REAL,
      started_at_monotonic_s REAL,
      planned_requests INTEGER NOT NULL,
      client_version TEXT NOT NULL,
      failure TEXT,
      facts TEXT,
      config TEXT NOT NULL,
      summary TEXT,
      model TEXT AS (coalesce(facts ->> '$.model', config ->> '$.model', '')) VIRTUAL
    ) STRICT;
    CREATE INDEX runs_by_age ON runs (created_at_epoch_ms);
    CREATE INDEX runs_by_sweep ON runs (sweep_id, point_index);

    CREATE TABLE requests (
      run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      request_index INTEGER NOT NULL,
      request_id TEXT,
      scheduled_at_us INTEGER NOT NULL,
      sent_at_us INTEGER NOT NULL,
      first_token_at_us INTEGER,
      ended_at_us INTEGER NOT NULL,
      max_gap_us INTEGER,
      prompt_tokens INTEGER NOT NULL,
      output_tokens INTEGER,
      error_code TEXT,
      error_status INTEGER,
      error_message TEXT,
      error_body TEXT,
      ttft_us INTEGER AS (first_token_at_us - sent_at_us) VIRTUAL,
      e2el_us INTEGER AS (CASE WHEN error_code IS NULL THEN ended_at_us - sent_at_us END) VIRTUAL,
      tpot_us REAL AS (
        CASE WHEN error_code IS NULL AND output_tokens > 1
        THEN CAST(ended_at_us - first_token_at_us AS REAL) / (output_tokens - 1) END
      ) VIRTUAL,
      gaps BLOB NOT NULL,
      generated_text TEXT NOT NULL,
      PRIMARY KEY (run_id, request_index)
    ) STRICT;
  `,
}
