// The original results of imported runs, byte for byte, so that nothing is lost.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Database } from './database.ts'

type ImportedResult = Readonly<{
  runId: string
  contentHash: string
  /** One result in vLLM's format. */
  text: string
}>

export function saveImportedResult(
  database: Database,
  { runId, contentHash, text }: ImportedResult,
): void {
  database
    .prepare<[string, string, Buffer]>(
      'INSERT INTO imported_results (run_id, content_hash, result) VALUES (?, ?, ?)',
    )
    .run(runId, contentHash, gzipSync(text))
}

export function readImportedResult(database: Database, runId: string): string | null {
  const row = database
    .prepare<[string], { result: Buffer }>('SELECT result FROM imported_results WHERE run_id = ?')
    .get(runId)
  return row === undefined ? null : gunzipSync(row.result).toString('utf8')
}

/** The run imported from the same result. */
export function findImportedRun(database: Database, contentHash: string): string | null {
  const row = database
    .prepare<[string], { run_id: string }>(
      'SELECT run_id FROM imported_results WHERE content_hash = ?',
    )
    .get(contentHash)
  return row?.run_id ?? null
}
