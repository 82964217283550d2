// The numbers of one run, as the console report and the result file name them. Formulas: docs/measuring.md.
import { z } from 'zod'
import { asAskedSchema } from './as-asked.ts'
import { placementSchema } from './placement.ts'
import { furtherNames, metricNames, ofLatencies } from '#core/metrics/latencies.ts'
import { scalarSchemas } from '#core/metrics/scalar-schemas.ts'
import { certaintySchema, lightPaceSchema } from './certainty.ts'
import { conversationSummarySchema } from './conversation-summary.ts'
import { clientHealthSchema } from './client-health.ts'
import { loadOriginSchema, loadWorkerSchema } from './load-worker.ts'
import { metricStatsSchema, statsSchemas } from './metric-stats.ts'
import { probeSummarySchema } from './probes.ts'
import { runWarningSchema } from './run-warning.ts'
import { firstKinds, requestErrorCodes } from './request-record.ts'
import { serverActivitySchema } from '../server/server-activity.ts'
import { stageDurationSchema, stageSummarySchema } from './stage-summary.ts'
import { steadyStateSchema } from './steady-state.ts'
import { targetSummarySchema } from './target-summary.ts'
import { telemetrySummarySchema } from './telemetry.ts'

const errorGroupSchema = z.object({
  code: z.enum(requestErrorCodes),
  message: z.string(),
  count: z.int(),
})

/** Null stands for what was not asked for, or what an imported file leaves out. */
export const runSummarySchema = z.object({
  ...scalarSchemas,
  /** Completed requests of which the client read most at once, and late: their TPOT and ITL are not the server's. Absent when 0. */
  readAtOnce: z.int().nullish(),
  /** Completed requests whose reasoning tokens the tokenizer counted, because the server did not. Absent when 0. */
  reasoningRecounted: z.int().nullish(),
  metrics: z.object({
    ...statsSchemas(metricNames, metricStatsSchema),
    /** Absent from runs of versions without them. */
    ...ofLatencies(furtherNames, () => metricStatsSchema.optional()),
  }),
  /** From sending to the first of each kind, where that says more than TTFT. */
  firsts: z.partialRecord(z.enum(firstKinds), metricStatsSchema).default({}),
  /** Null where there was none, or none was looked for. */
  steadyState: steadyStateSchema.nullable().default(null),
  /** Null where every request stood alone. */
  conversations: conversationSummarySchema.nullable().default(null),
  /** One per base URL, in their order; absent where there is one. */
  targets: z.array(targetSummarySchema).nullish(),
  /** Of a pipeline, with `--print-stage`. */
  stages: z.array(stageSummarySchema).nullish(),
  /** Parts of a pipeline that profiles itself; absent where none does. */
  stageDurations: z.array(stageDurationSchema).nullish(),
  /** Null where none were sent. */
  probes: probeSummarySchema.nullable().default(null),
  /** Null where the server did not report before and after. */
  server: serverActivitySchema.nullable().default(null),
  /** Null where nothing was sampled during the run, as for runs of earlier versions. */
  telemetry: telemetrySummarySchema.nullable().default(null),
  /** Null for runs of earlier versions, and for those that were imported. */
  certainty: certaintySchema.nullable().default(null),
  /** Of the lightest load that its sweep had measured before it with the same settings; absent elsewhere. */
  lightPace: lightPaceSchema.nullable().optional(),
  /** Absent from imported runs and those of earlier versions. */
  asAsked: asAskedSchema.nullish(),
  errors: z.array(errorGroupSchema),
  client: clientHealthSchema.nullable(),
  /** Where the load came from, when that was one host. */
  origin: loadOriginSchema.optional(),
  /** The hosts that sent the load, when there were several. */
  workers: z.array(loadWorkerSchema).optional(),
  /** What their clocks leave open; left out where one machine sent the load. */
  placement: placementSchema.optional(),
  /** Places under the limit of concurrency that were free while a request waited, 0–1; absent where hosts shared none. */
  unusedPlacesShare: z.number().nullish(),
  /** What else a reader of its figures must know; absent if nothing, and from runs of earlier versions. */
  warnings: z.array(runWarningSchema).optional(),
})

export type ErrorGroup = z.infer<typeof errorGroupSchema>
export type RunSummary = z.infer<typeof runSummarySchema>
