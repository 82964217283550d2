// Data for the window that is derived from stored records and never stored itself.
import { z } from 'zod'
import { textSchema } from '#core/messages/text-schema.ts'
import { heldBenchmarkSchema } from '#core/flags/benchmark-fields.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import { certaintySchema } from '#core/model/run/certainty.ts'
import { metricStatsSchema } from '#core/model/run/metric-stats.ts'
import { requestErrorCodes } from '#core/records/request-outcome.ts'
import { shownFields, type ShownFieldName } from '#core/records/request-record.ts'
import { longestNotes, type Run, type RunSummaryRow } from '#core/model/run/run.ts'
import type { StartSpread } from '#core/compare/starts.ts'
import { sampledValuesSchema, telemetryProblemSchema } from '#core/model/run/telemetry.ts'
import { telemetryKinds } from '#core/records/sampled-values.ts'
import { telemetrySeries } from '#core/telemetry/telemetry-traits.ts'
import { attachments } from '#core/workload/prompt-sample.ts'

/** Problem of a form, at a field or as a whole. */
export const problemSchema = z.object({ field: z.string().nullable(), message: textSchema })

/** Number of runs with fewer requests than their most demanding percentile needs; null if all have enough. */
export const requestShortageSchema = z
  .object({ percentile: z.number(), fewestRequests: z.int(), runs: z.int() })
  .nullable()

/** Half width of an interval as a share of its figure, forecast from a stored run. */
const precisionSchema = z.object({
  metric: z.enum(metricNames),
  percentile: z.number(),
  /** Null if the requests are too few for the percentile. */
  reach: z.number().nullable(),
  /** A precision that requires more requests, and their number. */
  goal: z.object({ reach: z.number(), requests: z.int() }).nullable(),
  run: z.object({ id: z.string(), name: z.string() }),
})

/** Estimated size of a benchmark before anything is sent. */
export const benchmarkPreviewSchema = z.object({
  problems: z.array(problemSchema),
  /** Null if unknown, as with rate inf on an unknown server. */
  estimatedDurationS: z.number().nullable(),
  /** Estimates for a fast and a slow server. */
  durationRangeS: z.object({ least: z.number(), most: z.number() }).nullable(),
  requests: z.int(),
  estimatedInputTokens: z.int().nullable(),
  estimatedOutputTokens: z.int().nullable(),
  shortage: requestShortageSchema,
  /** Null without a stored run of the same configuration. */
  precision: precisionSchema.nullable(),
  /** GPUs of the server; null if unknown. */
  gpus: z.int().nullable(),
  /** Equivalent `vllm bench serve` command line. */
  command: z.string(),
})

const shownFieldSchemas = Object.fromEntries(
  shownFields.map(({ name }) => [name, z.number().nullable()]),
) as Record<ShownFieldName, z.ZodNullable<z.ZodNumber>>

/** One row of a run's request table; times in ms, null if not measured. */
export const requestRowSchema = z.object({
  index: z.int(),
  requestId: z.string().nullable(),
  /** Both from 0; null for a single request. */
  conversation: z.int().nullable(),
  turn: z.int().nullable(),
  /** Index of its server among the base URLs; null if there is one. */
  target: z.int().nullable(),
  /** Also null if an imported file lacks send times. */
  scheduledAtMs: z.number().nullable(),
  sentAtMs: z.number().nullable(),
  ttftMs: z.number().nullable(),
  ttfoMs: z.number().nullable(),
  tpotMs: z.number().nullable(),
  e2elMs: z.number().nullable(),
  maxItlMs: z.number().nullable(),
  ...shownFieldSchemas,
  /** Reasoning tokens, which are part of the output tokens and precede the answer. */
  reasoningTokens: z.int().nullable(),
  errorCode: z.enum(requestErrorCodes).nullable(),
  errorMessage: z.string().nullable(),
  errorText: textSchema.nullable(),
  errorStatus: z.int().nullable(),
  errorBody: z.string().nullable(),
})

/** One request from its scheduled time to its last token; ms since it was sent, null if not measured. */
export const requestDetailSchema = z.object({
  index: z.int(),
  requestId: z.string().nullable(),
  /** Index of its server among the base URLs; null if there is one. */
  target: z.int().nullable(),
  /** Wait in the client after it was due. */
  queuedMs: z.number(),
  /** Time of each event with tokens, starting with TTFT; at most a few thousand. */
  tokensAtMs: z.array(z.number()),
  /** Number of events omitted from this list. */
  omitted: z.int(),
  endedAtMs: z.number(),
  promptTokens: z.int(),
  outputTokens: z.int().nullable(),
  /** Attempts before this one that the server rejected. */
  rejected: z.array(z.object({ status: z.int(), tookMs: z.number(), waitMs: z.number() })),
  /** Beginning of the response. */
  answerHead: z.string(),
  /** Server's own measurements of this request. */
  server: z.object({ queueMs: z.number().nullable(), ttftMs: z.number().nullable() }).nullable(),
})

export const requestSortKeys = [
  'index',
  'ttftMs',
  'ttfoMs',
  'tpotMs',
  'e2elMs',
  'reasoningTokens',
  ...shownFields.filter(({ isSortable }) => isSortable).map(({ name }) => name),
] as const

/** Distribution of one metric: a histogram and its quantile curve, in ms. */
export const distributionSchema = z.object({
  metric: z.enum(metricNames),
  count: z.int(),
  /** Has one more edge than counts. */
  edges: z.array(z.number()),
  counts: z.array(z.int()),
  /** Values at `quantiles`, 0–1 ascending. */
  quantiles: z.array(z.number()),
  values: z.array(z.number()),
})

/** Percentiles by latency, in ms, computed from stored requests, with their intervals. */
export const computedPercentilesSchema = z.object({
  metrics: z.partialRecord(z.enum(metricNames), metricStatsSchema.shape.percentiles),
  certainty: certaintySchema.shape.figures,
})

/** Equal buckets over the run; series are rates per second or counts, as named. */
export const timelineSchema = z.object({
  bucketS: z.number(),
  /** Start of each bucket in seconds since the start of the run. */
  atS: z.array(z.number()),
  outputTokensPerSecond: z.array(z.number()),
  /** Input texts, counted when their response was complete. */
  inputsPerSecond: z.array(z.number()),
  requestsPerSecondAsked: z.array(z.number()),
  requestsPerSecondCompleted: z.array(z.number()),
  /** Mean number of requests in flight during the bucket. */
  concurrency: z.array(z.number()),
  failures: z.array(z.int()),
  /** Over the requests whose first token arrived in the bucket; null if there were none. */
  ttftMedianMs: z.array(z.number().nullable()),
  ttftMaxMs: z.array(z.number().nullable()),
  /** Steady state, in seconds since the start of the run. */
  steady: z.object({ startS: z.number(), endS: z.number() }).nullable(),
  /** Seconds from the start of an interrupted run. From then on, requests without a record may have been in flight. */
  lostFromS: z.number().nullable().optional(),
})

/** Every request of a run by send time, thinned if there are too many. */
export const requestScatterSchema = z.object({
  points: z.array(z.object({ atS: z.number(), ms: z.number().nullable(), failed: z.boolean() })),
  /** Requests in the requested time range, drawn or not. */
  total: z.int(),
  isThinned: z.boolean(),
})

export const exportFormats = ['json', 'json-detailed', 'csv', 'telemetry', 'llm-d'] as const

export const exportedFileSchema = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  text: z.string(),
})

export const runFilterSchema = z.object({
  /** Search terms for name, model, server, tags or notes. */
  text: z.string().default(''),
  sweepId: z.string().nullable().default(null),
  /** Only runs in preparation or in progress. */
  going: z.boolean().default(false),
  /** Position to continue a page from: only runs below this one in the list. */
  after: z.object({ id: z.string(), createdAtEpochMs: z.number() }).nullable().default(null),
  limit: z.int().min(1).nullable().default(null),
})

/** Already validated when read from the database; validating thousands again would block all other calls. */
export const storedRunSchema = z.custom<Run>()
export const storedSummaryRowSchema = z.custom<RunSummaryRow>()

export const startSpreadSchema = z.custom<StartSpread>()

export const appInfoSchema = z.object({
  version: z.string(),
  transport: z.enum(['desktop', 'web']),
  databasePath: z.string(),
  nodeVersion: z.string(),
  platform: z.string(),
})

/** Changes to a stored run; absent fields keep their values. */
export const runChangeSchema = z.object({
  id: z.string(),
  name: z.string().min(1).max(200).optional(),
  tags: z.array(z.string().min(1).max(60)).max(50).optional(),
  notes: z.string().max(longestNotes).optional(),
})

/** Time range of a run in seconds since its start, and the number of columns to divide it into. */
export const scatterRequestSchema = z.object({
  id: z.string(),
  metric: z.enum(metricNames),
  fromS: z.number(),
  toS: z.number(),
  columns: z.int().min(1).max(4000),
})

export const startBenchmarkSchema = z.object({
  serverId: z.string(),
  name: z.string().min(1).nullable(),
  config: heldBenchmarkSchema,
})

export type Problem = z.infer<typeof problemSchema>
export type RequestShortage = NonNullable<z.infer<typeof requestShortageSchema>>
export type BenchmarkPreview = z.infer<typeof benchmarkPreviewSchema>
export type RequestRow = z.infer<typeof requestRowSchema>
export type RequestDetail = z.infer<typeof requestDetailSchema>
export type RequestSortKey = (typeof requestSortKeys)[number]
export type Distribution = z.infer<typeof distributionSchema>
export type Timeline = z.infer<typeof timelineSchema>
export type RequestScatter = z.infer<typeof requestScatterSchema>
export type ExportFormat = (typeof exportFormats)[number]
export type ExportedFile = z.infer<typeof exportedFileSchema>
export type AppInfo = z.infer<typeof appInfoSchema>

/** Samples of a run for drawing. */
const telemetryTrackSchema = z.object({
  name: z.enum(telemetrySeries),
  /** Number of the GPU; empty for the server. */
  label: z.string(),
  /** Seconds since the start of the run. */
  atS: z.array(z.number()),
  /** Null ends a line. */
  values: z.array(z.number().nullable()),
})

export const runTelemetrySchema = z.object({
  series: z.array(telemetryTrackSchema),
  /** Long series contain only the minimum and the maximum of each segment. */
  isThinned: z.boolean(),
  /** Reasons for missing data. */
  problems: z.array(telemetryProblemSchema),
})

export type RunTelemetryView = z.infer<typeof runTelemetrySchema>

const liveSampleSchema = z.object({
  source: z.object({ kind: z.enum(telemetryKinds), label: z.string() }),
  sample: z.object({
    atEpochMs: z.number(),
    values: sampledValuesSchema,
  }),
})

/** Part of the stream of a server's current telemetry. */
export const liveSamplesSchema = z.object({
  samples: z.array(liveSampleSchema).readonly(),
  /** Reasons for missing data. */
  problems: z.array(telemetryProblemSchema).readonly(),
})

/** Events of a chat check, in this order: the request, output as it arrives, the end or a failure. */
export const chatCheckEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('request'), text: z.string() }),
  z.object({
    type: z.literal('output'),
    text: z.string(),
    reasoning: z.string(),
    ttftMs: z.number(),
  }),
  z.object({
    type: z.literal('end'),
    ttftMs: z.number(),
    totalMs: z.number(),
    outputTokens: z.int(),
    /** Rate after the first token; null if all tokens arrived at once. */
    tokensPerS: z.number().nullable(),
  }),
  z.object({ type: z.literal('failed'), message: textSchema, remedy: textSchema }),
])
export type ChatCheckEvent = z.infer<typeof chatCheckEventSchema>

/** Token lengths of a workload before it is sent. */
const lengthHistogramSchema = z.object({
  /** Edges in tokens; one more edge than counts. */
  edges: z.array(z.int()),
  counts: z.array(z.int()),
  least: z.int(),
  mean: z.number(),
  most: z.int(),
})

export const promptSampleSchema = z.object({
  requests: z.int(),
  promptTokens: z.int(),
  outputTokens: z.int(),
  promptLengths: lengthHistogramSchema.nullable(),
  outputLengths: lengthHistogramSchema.nullable(),
  prompts: z.array(
    z.object({
      index: z.int(),
      due: z.discriminatedUnion('after', [
        z.object({ after: z.literal('start'), offsetS: z.number() }),
        z.object({ after: z.literal('answer'), turn: z.int(), thinkS: z.number() }),
      ]),
      text: z.string(),
      isCut: z.boolean(),
      attachments: z.array(z.enum(attachments)),
      promptTokens: z.int(),
      outputTokens: z.int(),
    }),
  ),
})
