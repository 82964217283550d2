// Records measured while the database could not be written: lines of a bundle in an append-only file beside it. They are merged
// once the database is free, at the latest at the next start.
import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { bundledRequest, parseBundleLine, unbundledRequest } from '#core/result-file/bundle-line.ts'
import { countSchema } from '#core/base/bounded-schemas.ts'
import { tokenPartsSchema } from '#core/records/request-record.ts'
import { parsedJson } from '#core/base/parsed-json.ts'
import { AppError } from '#core/model/app-error.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Database } from './database.ts'
import { addMissingRecords, type TokenCount, saveOutputTokens } from './requests.ts'
import { saveRunAnyway } from './runs.ts'

export class RunSpool {
  readonly path: string
  #file: number | null = null
  #isEmpty = true

  constructor(databasePath: string, runId: string) {
    this.path = `${databasePath}${spoolMark}${runId}`
  }

  /** Whether it contains no unmerged data. */
  get isEmpty(): boolean {
    return this.#isEmpty
  }

  /** Adds a state of the run; the newest one counts. */
  addRun(run: Run): void {
    this.#write(JSON.stringify({ kind: 'run', run, requests: 0, result: null }))
  }

  addRecords(records: Iterable<RequestRecord>): void {
    const lines = Array.from(records, (record) =>
      JSON.stringify(bundledRequest({ ...record, reasoningText: undefined })),
    )
    if (lines.length > 0) this.#write(lines.join('\n'))
  }

  /** Adds tokens counted after the run. */
  addRecounted(recounted: readonly TokenCount[]): void {
    this.#write(`${recountedStart}${JSON.stringify(recounted)}}`)
  }

  /** Merges a batch with each step. */
  *mergingInto(database: Database, runId: string): Generator<void, void> {
    this.close()
    yield* mergingSpool(database, runId)
    this.#isEmpty = true
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  /** Completes a partial line of a failed write first. */
  #write(lines: string): void {
    this.#file ??= openSync(this.path, 'a', 0o600)
    this.#isEmpty = false
    const bytes = Buffer.from(`\n${lines}\n`)
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
  }
}

const spoolMark = '-spool-'
const recountedStart = '{"kind":"recounted","recounted":'
/** Requests per transaction: large, because a database that others keep locked is rarely available. */
const batchSize = 20_000
const pieceBytes = 2 ** 20

/** Runs that have a spool. */
export function spooledRuns(databasePath: string): string[] {
  const start = `${path.basename(databasePath)}${spoolMark}`
  const folder = path.dirname(databasePath)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
}

/** Merges a spool's lines that the database lacks, then removes the spool. Skips unreadable lines. */
export function mergeSpool(database: Database, runId: string): void {
  const merging = mergingSpool(database, runId)
  while (merging.next().done !== true);
}

/** Merges a spool in steps of one batch. */
function* mergingSpool(database: Database, runId: string): Generator<void, void> {
  const { path: file } = new RunSpool(database.name, runId)
  if (!existsSync(file)) return
  let run: Run | null = null
  let batch: RequestRecord[] = []
  const recounted: TokenCount[] = []
  const flush = (): void => {
    addMissingRecords(database, runId, batch)
    batch = []
  }
  for (const text of linesOf(file)) {
    if (text.startsWith(recountedStart)) recounted.push(...recountedIn(text))
    const line = readableLine(text)
    if (line?.kind === 'run') {
      // Requests reference the row of their run.
      if (run === null) saveRunAnyway(database, line.run)
      run = line.run
    } else if (line?.kind === 'request' && run !== null) {
      batch.push(unbundledRequest(line))
      if (batch.length === batchSize) {
        flush()
        yield
      }
    }
  }
  flush()
  // Without its run nothing could be stored, so the file stays.
  if (run === null) return
  saveOutputTokens(database, runId, recounted)
  saveRunAnyway(database, run)
  rmSync(file, { force: true })
}

const recountedSchema = z.object({
  recounted: z.array(
    z.object({
      index: countSchema,
      outputTokens: countSchema.nullable(),
      tokenParts: tokenPartsSchema.optional(),
    }),
  ),
})

function recountedIn(text: string): readonly TokenCount[] {
  const { data } = recountedSchema.safeParse(parsedJson(text))
  return data?.recounted.map(({ tokenParts, ...counted }) => ({ ...counted, tokenParts })) ?? []
}

function readableLine(text: string): ReturnType<typeof parseBundleLine> {
  try {
    return text === '' ? null : parseBundleLine(text)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r')
  try {
    const piece = Buffer.alloc(pieceBytes)
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for (;;) {
      const length = readSync(descriptor, piece)
      if (length === 0) break
      const lines = `${rest}${decoder.write(piece.subarray(0, length))}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    yield rest
  } finally {
    closeSync(descriptor)
  }
}
