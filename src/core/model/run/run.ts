// A benchmark run: its config, its server, its results.
import { z } from 'zod'
import { storedFailureSchema } from '#core/messages/text-schema.ts'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { benchmarkFieldsSchema, heldBenchmarkSchema } from '#core/flags/benchmark-fields.ts'
import { importSourceSchema } from './import-source.ts'
import { runLaunchSchema } from '../launch.ts'
import { loadWorkerSchema, runSummarySchema } from './run-summary.ts'
import { serverFactsSchema } from '../server.ts'
import { columnLatencies } from '#core/metrics/latencies.ts'
import { scalarsWith } from '#core/metrics/scalar-names.ts'
import { maskOf } from '#core/base/keys-of.ts'
import { furtherUrlFields } from '#core/flags/server-urls.ts'
import { grades, reasonCodes } from './judgement.ts'
import { metricStatsSchema, statsSchemas } from './metric-stats.ts'

const runStatuses = ['preparing', 'running', 'completed', 'cancelled', 'failed'] as const

/** Maximum length of a run's notes, in characters. */
export const longestNotes = 2000

export const runSchema = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** Text by the user; empty if there is none. Bundles of earlier versions lack this field. */
  notes: z.string().default(''),
  status: z.enum(runStatuses),
  config: heldBenchmarkSchema,
  /** Base URL of the requests; null if an imported file lacks it. */
  baseUrl: z.string().nullable(),
  serverName: z.string().nullable(),
  facts: serverFactsSchema.nullable(),
  /** How the server was launched and reached; null unless launched from here. */
  launch: runLaunchSchema.nullable(),
  sweepId: z.string().nullable(),
  /** Position in its sweep, from 0. */
  pointIndex: z.int().nullable(),
  createdAtEpochMs: epochMsSchema,
  /** Wall clock and monotonic clock at the start of the measured part; null before it. */
  startedAtEpochMs: epochMsSchema.nullable(),
  startedAtMonotonicS: z.number().nullable(),
  /** Number of planned requests; 0 until the plan exists. */
  plannedRequests: z.int(),
  summary: runSummarySchema.nullable(),
  /** Why a failed run failed, and the remedy. */
  failure: storedFailureSchema
    .extend({
      /** Code of the AppError; absent for other errors. */
      code: z.string().optional(),
    })
    .nullable(),
  /** Version of Kneepoint that measured it; null for an imported run. */
  clientVersion: z.string().nullable(),
  /** Null for a run measured here. */
  imported: importSourceSchema.nullable(),
})

const liveClientSchema = z.object({
  sendLagP99Us: z.number(),
  readLagP99Us: z.number(),
  /** Share of one core. */
  cpuShare: z.number(),
})

/** Live state of one of several machines that send a load. */
const liveWorkerSchema = z.object({
  name: z.string(),
  state: z.enum(['sending', 'ended', 'lost']),
  sent: z.int(),
  /** Rate since the last report of all workers; null before the second. */
  sentPerS: z.number().nullable(),
  completed: z.int(),
  failed: z.int(),
  inFlight: z.int(),
  client: liveClientSchema,
  startedLateMs: loadWorkerSchema.shape.startedLateMs,
})

/** A request in flight; times in seconds since the start of the run. */
const openRequestSchema = z.object({
  index: z.int(),
  sentAtS: z.number(),
  /** Null until the first token: the request waits at the server, or its prompt is being processed. */
  firstTokenAtS: z.number().nullable(),
  /** Token events so far. */
  tokens: z.int(),
})

/** Live state of a benchmark, sent ten times a second. */
export const liveSnapshotSchema = z.object({
  runId: z.string(),
  elapsedS: z.number(),
  planned: z.int(),
  sent: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** Rejected on every attempt: neither completed nor failed. */
  rejected: z.int(),
  /** Cancelled by `--cancel-after`: neither completed nor failed. */
  clientCancelled: z.int(),
  inFlight: z.int(),
  /** Scheduled but held back by the concurrency limit. */
  queued: z.int(),
  /** Requests scheduled so far. */
  asked: z.int(),
  /** Stream events so far. */
  tokenEvents: z.int(),
  /** Median TTFT and mean ITL since the last snapshot (ms); null without new responses. */
  recentTtftMs: z.number().nullable(),
  recentItlMs: z.number().nullable(),
  /** Median E2EL of responses since the last snapshot; null without new responses. */
  recentE2elMs: z.number().nullable(),
  etaS: z.number().nullable(),
  /** Health of our own client so far. */
  client: liveClientSchema,
  /** At most twice a second, and only in the newest snapshot; absent if one machine sends the load. */
  workers: z.array(liveWorkerSchema).optional(),
  /** The oldest requests in flight, up to a limit; only in the newest snapshot. */
  openRequests: z.array(openRequestSchema).optional(),
})

export type RunStatus = (typeof runStatuses)[number]
export type Run = z.infer<typeof runSchema>
export type OpenRequest = z.infer<typeof openRequestSchema>
export type LiveWorker = z.infer<typeof liveWorkerSchema>
export type LiveClient = z.infer<typeof liveClientSchema>
export type LiveSnapshot = z.infer<typeof liveSnapshotSchema>

/** Drops workers and single requests, which only the newest snapshot keeps. */
export function withoutDetails(snapshot: LiveSnapshot): LiveSnapshot {
  return { ...snapshot, workers: undefined, openRequests: undefined }
}

export type MeasuredRun = Run & Readonly<{ summary: NonNullable<Run['summary']> }>

// Part of a run that lists show. A whole run is a summary row too; the rest is read when the run is opened.
const shownStats = metricStatsSchema.pick({ count: true, median: true, percentiles: true })

const shownScalars = maskOf([...scalarsWith('column'), ...scalarsWith('shareColumn')])

export const summaryRowConfigSchema = benchmarkFieldsSchema.pick({
  backend: true,
  ...(maskOf(furtherUrlFields) as object),
  model: true,
  requestRate: true,
  rampUpStrategy: true,
  requestRateSeries: true,
  datasetName: true,
  selfTimed: true,
  maxConcurrency: true,
  metricPercentiles: true,
})
export const summaryRowFactsSchema = serverFactsSchema.pick({ model: true, simulated: true })
export const summaryRowImportSchema = importSourceSchema.pick({ fileName: true, knownFields: true })
export const summaryRowMetricsSchema = z.object(statsSchemas(columnLatencies, shownStats))
export const summaryRowNumbersSchema = runSummarySchema.pick({
  completed: true,
  failed: true,
  totalInputTokens: true,
  totalOutputTokens: true,
  ...shownScalars,
})

export const runSummaryRowSchema = runSchema
  .pick({
    id: true,
    name: true,
    tags: true,
    notes: true,
    status: true,
    baseUrl: true,
    serverName: true,
    createdAtEpochMs: true,
    sweepId: true,
  })
  .extend({
    config: summaryRowConfigSchema,
    facts: summaryRowFactsSchema.nullable(),
    imported: summaryRowImportSchema.nullable(),
    summary: summaryRowNumbersSchema.extend({ metrics: summaryRowMetricsSchema }).nullable(),
    /** Computed when the row is read; null if the run cannot be judged. Absent from a whole run. */
    judgement: z
      .object({
        grade: z.enum(grades),
        reasons: z.array(z.enum(reasonCodes)),
      })
      .nullable()
      .optional(),
    /** Computed like the judgement; null before anything is measured. */
    keptFactors: z
      .object({ requests: z.number().nullable(), others: z.number().nullable() })
      .nullable()
      .optional(),
  })

export type RunSummaryRow = z.infer<typeof runSummaryRowSchema>

export type EndedCounts = Pick<
  LiveSnapshot,
  'completed' | 'failed' | 'rejected' | 'clientCancelled'
>

/** Completed, failed, rejected on every attempt, or cancelled by the client as intended. */
export function endedRequests({
  completed,
  failed,
  rejected,
  clientCancelled,
}: EndedCounts): number {
  return completed + failed + rejected + clientCancelled
}
