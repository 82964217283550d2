// The numbers of one run, as the console report and the result file name them. Formulas: docs/measuring/runs.md.
import { z } from 'zod'
import { joinedFeatures } from '#core/messages/joined-catalogue.ts'
import { storedMessageSchema } from '#core/messages/text-schema.ts'
import { asAskedSchema } from './as-asked.ts'
import { placementSchema } from './placement.ts'
import { furtherNames, metricNames, ofLatencies } from '#core/metrics/latencies.ts'
import { scalarSchemas } from '#core/metrics/scalar-schemas.ts'
import { certaintySchema, lightPaceSchema } from './certainty.ts'
import { conversationSummarySchema } from './conversation-summary.ts'
import { clientHealthSchema } from './client-health.ts'
import { metricStatsSchema, statsSchemas } from './metric-stats.ts'
import { probeSummarySchema } from './probes.ts'
import { runWarningSchema } from './run-warning.ts'
import * as features from './features.ts'
import { firstKinds, requestErrorCodes } from '#core/records/request-outcome.ts'
import { serverActivitySchema } from '../server-activity.ts'
import { steadyStateSchema } from './steady-state.ts'
import { telemetrySummarySchema } from './telemetry.ts'

/** Machine that sent the load of a run, if not this computer. */
const loadOriginSchema = z.object({
  hostName: z.string(),
  /** Version of Node that ran the load generator. */
  nodeVersion: z.string(),
  /** Offset of the host's clock from ours (positive if ahead), and its error. Times of the run use our clock. */
  clockOffsetMs: z.number(),
  clockUncertaintyMs: z.number(),
})

export type LoadOrigin = z.infer<typeof loadOriginSchema>

export const loadWorkerSchema = loadOriginSchema.extend({
  /** `lost`: it disconnected before its requests had ended. */
  state: z.enum(['ended', 'lost']),
  lostBecause: z.string().nullable(),
  lostText: storedMessageSchema,
  /** Requests it returned. Missing ones of a lost worker are counted separately. */
  requests: z.int(),
  missingRequests: z.int(),
  /** Maximum error of its request times on the axis of the run. Null if it returned nothing. */
  placedWithinMs: z.number().nullable(),
  /** Delay of its start after the common start; absent if it was on time. */
  startedLateMs: z.number().optional(),
  /** Rate of its clock relative to ours, in parts per million. */
  driftPpm: z.number(),
  /** Its own health record; null if it was lost. */
  client: clientHealthSchema.nullable(),
})

export type LoadWorker = z.infer<typeof loadWorkerSchema>

/** Whether the machine was lost during the run. */
export function isLost({ state }: Pick<LoadWorker, 'state'>): boolean {
  return state === 'lost'
}

/** A delay below this is normal for any request. */
const negligibleDelayMs = 10

/** True if it began after the common start, so that requests due by then were sent late. */
export function beganLate({ startedLateMs = 0 }: Pick<LoadWorker, 'startedLateMs'>): boolean {
  return startedLateMs > negligibleDelayMs
}

/** Maximum difference between times of different workers, in seconds; 0 if one machine sent the whole load. */
export function placementErrorS(workers: readonly LoadWorker[] | undefined): number {
  return Math.max(0, ...(workers ?? []).map(({ placedWithinMs }) => placedWithinMs ?? 0)) / 1000
}

const errorGroupSchema = z.object({
  code: z.enum(requestErrorCodes),
  message: z.string(),
  text: storedMessageSchema,
  count: z.int(),
})

/** Parts that features add. */
export const addedSummarySchemas = joinedFeatures(features, 'summary')

/** Null if not requested, or absent from an imported file. */
export const runSummarySchema = z.object({
  ...scalarSchemas,
  /**
   * Completed requests whose events the client mostly read together, and late: their TPOT and ITL do not describe the server.
   * Absent when 0.
   */
  readAtOnce: z.int().nullish(),
  /** Completed requests whose reasoning tokens our tokenizer counted, because the server did not. Absent when 0. */
  reasoningRecounted: z.int().nullish(),
  metrics: z.object({
    ...statsSchemas(metricNames, metricStatsSchema),
    /** Absent from runs of versions without them. */
    ...ofLatencies(furtherNames, () => metricStatsSchema.optional()),
  }),
  /** From sending to the first output of each kind, if different from TTFT. */
  firsts: z.partialRecord(z.enum(firstKinds), metricStatsSchema).default({}),
  /** Null without a steady state, or if none was searched for. */
  steadyState: steadyStateSchema.nullable().default(null),
  /** Null if no request belongs to a conversation. */
  conversations: conversationSummarySchema
    .extend(joinedFeatures(features, 'conversations'))
    .nullable()
    .default(null),
  ...addedSummarySchemas,
  /** Null if no probes were sent. */
  probes: probeSummarySchema.nullable().default(null),
  /** Null unless the server reported before and after the run. */
  server: serverActivitySchema.nullable().default(null),
  /** Null if nothing was sampled during the run, and for runs of earlier versions. */
  telemetry: telemetrySummarySchema.nullable().default(null),
  /** Null for imported runs and runs of earlier versions. */
  certainty: certaintySchema.nullable().default(null),
  /** Pace of the lowest load that its sweep measured earlier with the same settings; absent for other runs. */
  lightPace: lightPaceSchema.nullable().optional(),
  /** Absent from imported runs and runs of earlier versions. */
  asAsked: asAskedSchema.nullish(),
  errors: z.array(errorGroupSchema),
  client: clientHealthSchema.nullable(),
  /** Host that sent the load, if there was only one. */
  origin: loadOriginSchema.optional(),
  /** Hosts that sent the load, if there were several. */
  workers: z.array(loadWorkerSchema).optional(),
  /** Uncertainty from their clocks; absent if one machine sent the load. */
  placement: placementSchema.optional(),
  /** Share of unused slots under the concurrency limit while a request waited, 0–1; absent unless hosts shared the limit. */
  unusedPlacesShare: z.number().nullish(),
  /** Caveats about its metrics; absent if there are none, and from runs of earlier versions. */
  warnings: z.array(runWarningSchema).optional(),
  /** Parts left out because they could not be stored; absent if there were none. */
  lostParts: z.array(z.string()).nullish(),
})

export type ErrorGroup = z.infer<typeof errorGroupSchema>
export type RunSummary = z.infer<typeof runSummarySchema>
