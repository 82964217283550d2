// Rows and a database in a temporary folder, for the tests of this folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Run } from '#core/model/run/run.ts'
import { sweepPlanSchema, sweepPointSchema, type Sweep } from '#core/model/sweep.ts'
import { type Database, openDatabase } from './database.ts'
import { appendRecords } from './requests.ts'
import { saveRun } from './runs.ts'

/** A path that exists for one test. */
export function temporaryDatabasePath(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'kneepoint.db')
}

/** A database that exists for one test. */
export function temporaryDatabase(): Database {
  const database = openDatabase(temporaryDatabasePath())
  onTestFinished(() => void database.close())
  return database
}

export const exampleRun: Run = {
  id: 'run-1',
  name: 'first try',
  tags: ['tp4', 'fp8'],
  notes: 'fans at full speed',
  status: 'completed',
  config: { ...defaultBenchmarkConfig, requestRate: 12.5, goodput: { ttft: 200 } },
  baseUrl: 'http://127.0.0.1:8000',
  serverName: 'gpu-03',
  facts: {
    model: 'llama-8b',
    maxModelLen: 8192,
    version: '0.30.0',
    kvCacheTokens: null,
    simulated: false,
  },
  sweepId: null,
  pointIndex: null,
  createdAtEpochMs: 1_790_000_000_000,
  startedAtEpochMs: 1_790_000_000_123.25,
  startedAtMonotonicS: 17.000_001,
  plannedRequests: 3,
  summary: null,
  failure: { message: 'It fell over.', remedy: null },
  clientVersion: '0.1.0',
  imported: null,
  launch: null,
}

export const exampleSweep: Sweep = {
  id: 'sweep-1',
  plan: sweepPlanSchema.parse({
    name: 'rates',
    config: defaultBenchmarkConfig,
    requestRates: [1, 'inf'],
    maxConcurrencies: [null],
    secondsPerPoint: 5,
  }),
  servers: [{ id: 'server-1', name: 'gpu-03' }],
  status: 'running',
  points: [
    { index: 0, requestRate: 1, maxConcurrency: null, status: 'completed', runId: 'run-1' },
    { index: 1, requestRate: 'inf', maxConcurrency: 8, status: 'waiting', runId: null },
  ].map((point) => sweepPointSchema.parse(point)),
  answers: [],
  createdAtEpochMs: 1_790_000_000_000,
}

export function exampleRecord(index: number, changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    index,
    requestId: `bench-${index}`,
    scheduledAtUs: index * 1000,
    sentAtUs: index * 1000 + 50,
    firstTokenAtUs: index * 1000 + 20_050,
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    endedAtUs: index * 1000 + 50_050,
    interTokenLatenciesUs: Uint32Array.of(10_000, 20_000),
    promptTokens: 256,
    inputs: 1,
    inputAudioS: null,
    outputTokens: 4,
    generatedText: 'a knee',
    error: null,
    ...changes,
  }
}

/** The path of a closed database that contains one run of `requests` requests. */
export function storedRun(requests: number): string {
  const databasePath = temporaryDatabasePath()
  const database = openDatabase(databasePath)
  saveRun(database, exampleRun)
  const records = Array.from({ length: requests }, (_, index) => exampleRecord(index))
  appendRecords(database, exampleRun.id, records)
  database.close()
  return databasePath
}
