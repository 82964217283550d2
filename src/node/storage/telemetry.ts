// Samples of a run's server and GPUs, each stored on arrival.
import { z } from 'zod'
import { textFromJson } from './column-values.ts'
import {
  telemetryProblemSchema,
  type Telemetry,
  type TelemetryProblem,
} from '#core/model/run/telemetry.ts'
import {
  sampledValues,
  telemetryKinds,
  type SampledSource,
  type SampledValues,
  type TelemetrySample,
  type TelemetrySource,
} from '#core/records/sampled-values.ts'
import { fromJson, toJson } from './column-values.ts'
import type { Database } from './database.ts'

/** Stores all further samples of one source of a run. */
export function telemetryAppender(
  database: Database,
  runId: string,
  { kind, label }: TelemetrySource,
): (sample: TelemetrySample) => void {
  const names = sampledValues[kind]
  const { lastInsertRowid: sourceId } = database
    .prepare('INSERT INTO telemetry_sources (run_id, kind, label, value_names) VALUES (?, ?, ?, ?)')
    .run(runId, kind, label, toJson(names))
  // Two lines with the same time would be equal.
  const append = database.prepare('INSERT OR IGNORE INTO telemetry_samples VALUES (?, ?, ?)')
  return ({ atEpochMs, values }) =>
    void append.run(sourceId, atEpochMs, encoded(names.map((name) => values[name] ?? null)))
}

/** The last one of each kind is kept. */
export function saveTelemetryProblem(
  database: Database,
  runId: string,
  { kind, message, text }: TelemetryProblem,
): void {
  database
    .prepare('INSERT OR REPLACE INTO telemetry_problems VALUES (?, ?, ?, ?)')
    .run(runId, kind, message, toJson(text))
}

type SourceRow = { id: number; kind: string; label: string; value_names: string }
type SampleRow = { at_epoch_ms: number; sampled_values: Uint8Array }

/** Empty for a run without samples. */
export function readTelemetry(database: Database, runId: string): Telemetry {
  const sources = database
    .prepare<[string], SourceRow>('SELECT * FROM telemetry_sources WHERE run_id = ? ORDER BY id')
    .all(runId)
  const problems = database
    .prepare<[string], Pick<TelemetryProblem, 'kind' | 'message'> & { text: string | null }>(
      'SELECT kind, message, text FROM telemetry_problems WHERE run_id = ? ORDER BY kind DESC',
    )
    .all(runId)
    .map(({ text, ...problem }) => ({ ...problem, ...textFromJson(text) }))
  return {
    sources: sources.map((row) => sampledSource(database, row)),
    problems: z.array(telemetryProblemSchema).parse(problems),
  }
}

function sampledSource(
  database: Database,
  { id, kind, label, value_names: valueNames }: SourceRow,
): SampledSource {
  const names = z.array(z.string()).parse(fromJson(valueNames))
  const samples = database
    .prepare<[number], SampleRow>(
      'SELECT at_epoch_ms, sampled_values FROM telemetry_samples WHERE source_id = ? ORDER BY at_epoch_ms',
    )
    .all(id)
    .map((row) => ({
      atEpochMs: row.at_epoch_ms,
      values: named(names, row.sampled_values),
    }))
  return { kind: z.enum(telemetryKinds).parse(kind), label, samples }
}

const bytesPerValue = 8

function encoded(values: readonly (number | null)[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * bytesPerValue))
  for (const [index, value] of values.entries()) {
    view.setFloat64(index * bytesPerValue, value ?? Number.NaN, true)
  }
  return new Uint8Array(view.buffer)
}

/** Readers skip values with names that this program no longer supports. */
function named(names: readonly string[], bytes: Uint8Array): SampledValues {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Object.fromEntries(
    names.map((name, index) => {
      const value = view.getFloat64(index * bytesPerValue, true)
      return [name, Number.isNaN(value) ? null : value]
    }),
  )
}
