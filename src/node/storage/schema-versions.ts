// The statements that migrate the database's schema from each version to the next, oldest first. A released version never
// changes; a new one is appended. Times of requests are whole µs since their run began; other times are epoch ms.
import { addedColumns, newestColumn } from './request-columns.ts'

const content = 'first_content_at_us'
const toolCall = 'first_tool_call_at_us'
const first = `min(coalesce(${content}, ${toolCall}), coalesce(${toolCall}, ${content}))`
/** Null if the response did not reason, or had output before. */
const answer = `
  CASE WHEN error_code IS NULL
    AND ${first} >= coalesce(first_reasoning_at_us, CASE WHEN reasoning_tokens > 0 THEN sent_at_us END)
  THEN ${first} END`
const answerTokens = '(output_tokens - reasoning_tokens)'

/** By version. The others only add columns of requests, and are derived from the table of their fields. */
const written: Readonly<Record<number, string>> = {
  // The initial schema. SQLite computes derived columns of `requests`, so that sorting by them needs no second source of truth.
  // Long columns are last: SQLite then sorts and filters without reading their overflow pages.
  1: `
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
  // Times of the first chunk, content, reasoning and tool call of a response, and the duration of an audio file. A response that
  // arrived as one document has no first token: its time is divided among its tokens.
  2: `
    ALTER TABLE requests ADD COLUMN first_chunk_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN first_content_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN first_reasoning_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN first_tool_call_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN input_audio_s REAL;
    ALTER TABLE requests DROP COLUMN tpot_us;
    ALTER TABLE requests ADD COLUMN tpot_us REAL AS (
      CASE WHEN error_code IS NULL AND output_tokens > 1
      THEN CAST(ended_at_us - coalesce(first_token_at_us, sent_at_us) AS REAL) / (output_tokens - 1)
      END
    ) VIRTUAL;
  `,
  // Runs imported from result files, with the compressed result itself, so that the import can be repeated. `result` is the
  // text of one result in vLLM's format; `content_hash` is the hash of its content.
  3: `
    ALTER TABLE runs ADD COLUMN imported TEXT;

    CREATE TABLE imported_results (
      run_id TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
      content_hash TEXT NOT NULL UNIQUE,
      result BLOB NOT NULL
    ) STRICT;
  `,
  // Number of texts in each request: one, until requests could contain several.
  4: 'ALTER TABLE requests ADD COLUMN inputs INTEGER NOT NULL DEFAULT 1;',
  // Hosts that servers are launched on, launch profiles, and the machine a run was measured on. Hosts were unused addresses; a
  // server's spec now contains its host.
  5: `
    CREATE TABLE servers_now (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      spec TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL
    ) STRICT;
    INSERT INTO servers_now SELECT id, name, spec, created_at_epoch_ms FROM servers;
    DROP TABLE servers;
    ALTER TABLE servers_now RENAME TO servers;
    DROP TABLE hosts;

    CREATE TABLE hosts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      spec TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      facts TEXT
    ) STRICT;
    INSERT INTO hosts VALUES ('local', 'This computer', '{"kind":"local"}', 0, NULL);

    CREATE TABLE launch_profiles (
      id TEXT PRIMARY KEY,
      profile TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      updated_at_epoch_ms REAL NOT NULL
    ) STRICT;

    ALTER TABLE runs ADD COLUMN launch TEXT;
  `,
  // Delays that this machine's client adds, by calibration.
  6: `
    CREATE TABLE calibrations (
      id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      circumstances TEXT NOT NULL,
      plan TEXT NOT NULL,
      points TEXT NOT NULL,
      progress REAL NOT NULL,
      failure TEXT
    ) STRICT;
    CREATE INDEX calibrations_by_age ON calibrations (created_at_epoch_ms);
  `,
  // Sweeps over several servers, the results of their searches, and the log of each.
  7: `
    ALTER TABLE sweeps ADD COLUMN servers TEXT NOT NULL DEFAULT '[]';
    UPDATE sweeps SET servers = json_array(json_object('id', '', 'name', server_name));
    ALTER TABLE sweeps DROP COLUMN server_name;
    ALTER TABLE sweeps ADD COLUMN answers TEXT NOT NULL DEFAULT '[]';

    CREATE TABLE sweep_log (
      sweep_id TEXT NOT NULL REFERENCES sweeps (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      at_epoch_ms REAL NOT NULL,
      kind TEXT NOT NULL,
      point INTEGER,
      "values" TEXT NOT NULL,
      PRIMARY KEY (sweep_id, position)
    ) STRICT;
  `,
  // The conversation and turn of a request; null for a single request.
  8: `
    ALTER TABLE requests ADD COLUMN conversation INTEGER;
    ALTER TABLE requests ADD COLUMN turn INTEGER;
  `,
  // Samples of servers and GPUs during runs. A source is one server or one GPU of a run; `value_names` names the values of its
  // samples, which are little-endian doubles in that order, NaN if missing.
  9: `
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
  // vLLM's own measurements of a request; null if it sent none.
  10: `
    ALTER TABLE requests ADD COLUMN server_queue_s REAL;
    ALTER TABLE requests ADD COLUMN server_ttft_s REAL;
  `,
  // Token counts of each part of a response, and the start of its answer: content or a tool call after the reasoning.
  12: `
    ALTER TABLE requests ADD COLUMN reasoning_tokens INTEGER;
    ALTER TABLE requests ADD COLUMN cached_tokens INTEGER;
    ALTER TABLE requests ADD COLUMN reasoning_recounted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE requests ADD COLUMN ttfo_us INTEGER AS (${answer} - sent_at_us) VIRTUAL;
    ALTER TABLE requests ADD COLUMN reasoning_time_us INTEGER AS (${answer} - first_reasoning_at_us) VIRTUAL;
    ALTER TABLE requests ADD COLUMN answer_tpot_us REAL AS (
      CASE WHEN ${answerTokens} > 1
      THEN CAST(ended_at_us - ${answer} AS REAL) / (${answerTokens} - 1) END
    ) VIRTUAL;
  `,
  // The user's notes on a run.
  13: `ALTER TABLE runs ADD COLUMN notes TEXT NOT NULL DEFAULT ''`,
  // An agent's step, as JSON; NULL for other requests.
  15: 'ALTER TABLE requests ADD COLUMN agent_step TEXT;',
  // TPOT of responses with audio or images besides text: their text ends before they do.
  19: `
    ALTER TABLE requests DROP COLUMN tpot_us;
    ALTER TABLE requests ADD COLUMN tpot_us REAL AS (
      CASE WHEN error_code IS NULL AND output_tokens > 1
      THEN CAST(coalesce(json_extract(made, '$.textEndedAtUs'), ended_at_us)
        - coalesce(first_token_at_us, sent_at_us) AS REAL) / (output_tokens - 1)
      END
    ) VIRTUAL;
  `,
  // How a launch ended, as JSON; NULL if it has not, and for other servers.
  22: 'ALTER TABLE servers ADD COLUMN ended TEXT;',
  // Values of features, as JSON.
  23: `
    CREATE TABLE feature_values (
      id TEXT PRIMARY KEY,
      feature TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      value TEXT NOT NULL
    ) STRICT;
  `,
  // Messages of stored English texts, as JSON; NULL for texts of earlier versions, and for texts that are not messages.
  24: `
    ALTER TABLE requests ADD COLUMN error_text TEXT;
    ALTER TABLE telemetry_problems ADD COLUMN text TEXT;
    ALTER TABLE sweep_log ADD COLUMN texts TEXT;
  `,
}

export const schemaVersions: readonly string[] = Array.from(
  { length: Math.max(newestColumn, ...Object.keys(written).map(Number)) },
  (_, position) => written[position + 1] ?? addedColumns(position + 1),
)
