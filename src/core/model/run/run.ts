// One benchmark that was run: what was asked, of whom, and what came of it.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'
import { heldBenchmarkSchema } from '../benchmark/benchmark-fields.ts'
import { importSourceSchema } from './import-source.ts'
import { runLaunchSchema } from '../server/launch.ts'
import { loadWorkerSchema } from './load-worker.ts'
import { runSummarySchema } from './run-summary.ts'
import { serverFactsSchema } from '../server/server.ts'

const runStatuses = ['preparing', 'running', 'completed', 'cancelled', 'failed'] as const

/** Characters of the notes of a run. */
export const longestNotes = 2000

export const runSchema = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** In the user's words; empty for none. Bundles of earlier versions have no such field. */
  notes: z.string().default(''),
  status: z.enum(runStatuses),
  config: heldBenchmarkSchema,
  /** Where the requests went; null where an imported file does not say. */
  baseUrl: z.string().nullable(),
  serverName: z.string().nullable(),
  facts: serverFactsSchema.nullable(),
  /** How the server was launched and reached; null for one that was not launched from here. */
  launch: runLaunchSchema.nullable(),
  sweepId: z.string().nullable(),
  /** Position in its sweep, from 0. */
  pointIndex: z.int().nullable(),
  createdAtEpochMs: epochMsSchema,
  /** Wall clock and monotonic clock at the start of the measured part; null before it. */
  startedAtEpochMs: epochMsSchema.nullable(),
  startedAtMonotonicS: z.number().nullable(),
  /** Requests the plan holds; 0 until it is made. */
  plannedRequests: z.int(),
  summary: runSummarySchema.nullable(),
  /** Why a failed run failed, and what to do. */
  failure: z
    .object({
      message: z.string(),
      remedy: z.string().nullable(),
      /** Of the AppError; left out where it was none. */
      code: z.string().optional(),
    })
    .nullable(),
  /** Version of Kneepoint that measured it; null for an imported run. */
  clientVersion: z.string().nullable(),
  /** Null for a run that was measured here. */
  imported: importSourceSchema.nullable(),
})

const liveClientSchema = z.object({
  sendLagP99Us: z.number(),
  readLagP99Us: z.number(),
  /** Of one core. */
  cpuShare: z.number(),
})

/** One of several machines that send a load, while it does. */
const liveWorkerSchema = z.object({
  name: z.string(),
  state: z.enum(['sending', 'ended', 'lost']),
  sent: z.int(),
  /** Over the time since the last report of all workers; null before the second. */
  sentPerS: z.number().nullable(),
  completed: z.int(),
  failed: z.int(),
  inFlight: z.int(),
  client: liveClientSchema,
  startedLateMs: loadWorkerSchema.shape.startedLateMs,
})

/** A moment of a running benchmark, ten times a second. */
export const liveSnapshotSchema = z.object({
  runId: z.string(),
  elapsedS: z.number(),
  planned: z.int(),
  sent: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** On every attempt: neither completed nor failed. */
  rejected: z.int(),
  /** As `--cancel-after` says: neither completed nor failed. */
  clientCancelled: z.int(),
  inFlight: z.int(),
  /** Scheduled but held back by the concurrency limit. */
  queued: z.int(),
  /** Requests the schedule asked for up to now. */
  asked: z.int(),
  /** Stream events so far. */
  tokenEvents: z.int(),
  /** Median TTFT and mean ITL of what came since the last snapshot (ms); null when nothing did. */
  recentTtftMs: z.number().nullable(),
  recentItlMs: z.number().nullable(),
  /** Median E2EL of what was answered since, likewise. */
  recentE2elMs: z.number().nullable(),
  etaS: z.number().nullable(),
  /** How our own client did until then. */
  client: liveClientSchema,
  /** At most twice a second, and only of the newest moment; left out where one machine sends the load. */
  workers: z.array(liveWorkerSchema).optional(),
})

export type RunStatus = (typeof runStatuses)[number]
export type Run = z.infer<typeof runSchema>
export type LiveWorker = z.infer<typeof liveWorkerSchema>
export type LiveClient = z.infer<typeof liveClientSchema>
export type LiveSnapshot = z.infer<typeof liveSnapshotSchema>

/** What is kept of a moment that has passed. */
export function withoutWorkers(snapshot: LiveSnapshot): LiveSnapshot {
  return snapshot.workers === undefined ? snapshot : { ...snapshot, workers: undefined }
}
