// Shapes the window asks for that are derived from stored records and never stored themselves.
import { z } from 'zod'
import { textSchema } from '#core/messages/text-schema.ts'
import { heldBenchmarkSchema } from '#core/model/benchmark/benchmark-fields.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import { metricStatsSchema } from '#core/model/run/metric-stats.ts'
import { requestErrorCodes } from '#core/model/run/request-record.ts'
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import { longestNotes, type Run } from '#core/model/run/run.ts'
import type { NamedFigure } from '#core/stats/compare/comparable-figures.ts'
import type { StartSpread } from '#core/stats/compare/starts.ts'
import type { Trend } from '#core/trend/trend.ts'
import { sampledValuesSchema, telemetryProblemSchema } from '#core/model/run/telemetry.ts'
import { telemetryKinds } from '#core/model/run/sampled-values.ts'
import { telemetrySeries } from '#core/telemetry/telemetry-traits.ts'
import { attachments } from '#core/workload/prompt-sample.ts'

/** A form's problem, at a field or at the whole. */
export const problemSchema = z.object({ field: z.string().nullable(), message: textSchema })

/** How many runs will have fewer requests than their most demanding percentile takes; null where all have enough. */
export const requestShortageSchema = z
  .object({ percentile: z.number(), fewestRequests: z.int(), runs: z.int() })
  .nullable()

/** What a benchmark would amount to, before anything is sent. */
export const benchmarkPreviewSchema = z.object({
  problems: z.array(problemSchema),
  /** Null when it cannot be known, as with rate inf on an unknown server. */
  estimatedDurationS: z.number().nullable(),
  /** On a fast and on a slow server. */
  durationRangeS: z.object({ least: z.number(), most: z.number() }).nullable(),
  requests: z.int(),
  estimatedInputTokens: z.int().nullable(),
  estimatedOutputTokens: z.int().nullable(),
  shortage: requestShortageSchema,
  /** The same work as a `vllm bench serve` command line. */
  command: z.string(),
})

/** One row of a run's request table; times in ms, null where not measured. */
export const requestRowSchema = z.object({
  index: z.int(),
  requestId: z.string().nullable(),
  /** Both from 0; null for a request that stands alone. */
  conversation: z.int().nullable(),
  turn: z.int().nullable(),
  /** Place of the server it was sent to among the base URLs; null where there is one. */
  target: z.int().nullable(),
  /** Null as well where an imported file lacks send times. */
  scheduledAtMs: z.number().nullable(),
  sentAtMs: z.number().nullable(),
  ttftMs: z.number().nullable(),
  ttfoMs: z.number().nullable(),
  tpotMs: z.number().nullable(),
  e2elMs: z.number().nullable(),
  maxItlMs: z.number().nullable(),
  promptTokens: z.int(),
  inputs: z.int(),
  outputTokens: z.int().nullable(),
  /** Of these, before the answer. */
  reasoningTokens: z.int().nullable(),
  errorCode: z.enum(requestErrorCodes).nullable(),
  errorMessage: z.string().nullable(),
  errorStatus: z.int().nullable(),
  errorBody: z.string().nullable(),
})

/** One request from its scheduled time to its last token; ms since it was sent, null where not measured. */
export const requestDetailSchema = z.object({
  index: z.int(),
  requestId: z.string().nullable(),
  /** Place of the server it was sent to among the base URLs; null where there is one. */
  target: z.int().nullable(),
  /** How long it waited in the client after it was due. */
  queuedMs: z.number(),
  /** Of each event with tokens, the first of them at TTFT; at most a few thousand. */
  tokensAtMs: z.array(z.number()),
  /** Events that are left out of them. */
  omitted: z.int(),
  endedAtMs: z.number(),
  promptTokens: z.int(),
  outputTokens: z.int().nullable(),
  /** Attempts before this one that the server rejected. */
  rejected: z.array(z.object({ status: z.int(), tookMs: z.number(), waitMs: z.number() })),
  /** The beginning of the response. */
  answerHead: z.string(),
  /** What the server reported of this request. */
  server: z.object({ queueMs: z.number().nullable(), ttftMs: z.number().nullable() }).nullable(),
})

export const requestSortKeys = [
  'index',
  'ttftMs',
  'ttfoMs',
  'tpotMs',
  'e2elMs',
  'outputTokens',
  'reasoningTokens',
] as const

/** Distribution of one metric: a histogram and the curve of its quantiles, in ms. */
export const distributionSchema = z.object({
  metric: z.enum(metricNames),
  count: z.int(),
  /** One more edge than counts. */
  edges: z.array(z.number()),
  counts: z.array(z.int()),
  /** Values at `quantiles`, 0–1 ascending. */
  quantiles: z.array(z.number()),
  values: z.array(z.number()),
})

/** Percentiles by latency, in ms, computed from stored requests. */
export const latencyPercentilesSchema = z.partialRecord(
  z.enum(metricNames),
  metricStatsSchema.shape.percentiles,
)

/** Equal buckets over the run; series are per second or counts as named. */
export const timelineSchema = z.object({
  bucketS: z.number(),
  /** Start of each bucket, seconds since the run began. */
  atS: z.array(z.number()),
  outputTokensPerSecond: z.array(z.number()),
  /** Texts read, when their answer was complete. */
  inputsPerSecond: z.array(z.number()),
  requestsPerSecondAsked: z.array(z.number()),
  requestsPerSecondCompleted: z.array(z.number()),
  /** Mean number of requests in flight during the bucket. */
  concurrency: z.array(z.number()),
  failures: z.array(z.int()),
  /** Of the requests whose first token arrived in the bucket; null where none did. */
  ttftMedianMs: z.array(z.number().nullable()),
  ttftMaxMs: z.array(z.number().nullable()),
  /** When the load was at its level, seconds since the run began. */
  steady: z.object({ startS: z.number(), endS: z.number() }).nullable(),
  /** Seconds from the start of an interrupted run. From then on, requests without a record may have been in flight. */
  lostFromS: z.number().nullable().optional(),
})

/** Every request of a run over the time it was sent, thinned where they are many. */
export const requestScatterSchema = z.object({
  points: z.array(z.object({ atS: z.number(), ms: z.number().nullable(), failed: z.boolean() })),
  /** In the time that was asked for, drawn or not. */
  total: z.int(),
  isThinned: z.boolean(),
})

export const exportFormats = ['json', 'json-detailed', 'csv', 'telemetry'] as const

export const exportedFileSchema = z.object({
  fileName: z.string(),
  mediaType: z.string(),
  text: z.string(),
})

export const runFilterSchema = z.object({
  /** Words to find in name, model, server, tags or notes. */
  text: z.string().default(''),
  sweepId: z.string().nullable().default(null),
  /** Only runs that are being prepared or running. */
  going: z.boolean().default(false),
  /** Only those further down the list than this one, to read on from where a page ended. */
  after: z.object({ id: z.string(), createdAtEpochMs: z.number() }).nullable().default(null),
  limit: z.int().min(1).nullable().default(null),
})

/** Comes checked out of the database; to check thousands of them once more would hold up every other call. */
export const storedRunSchema = z.custom<Run>()
export const storedSummaryRowSchema = z.custom<RunSummaryRow>()

/** A trend, and the figures of its run that have one. */
export type StoredTrend = Trend & Readonly<{ figures: readonly NamedFigure[] }>

export const storedTrendSchema = z.custom<StoredTrend>()

export const startSpreadSchema = z.custom<StartSpread>()

export const appInfoSchema = z.object({
  version: z.string(),
  transport: z.enum(['desktop', 'web']),
  /** Where runs are kept. */
  databasePath: z.string(),
  nodeVersion: z.string(),
  platform: z.string(),
})

/** Changes to a stored run; fields left out keep their values. */
export const runChangeSchema = z.object({
  id: z.string(),
  name: z.string().min(1).max(200).optional(),
  tags: z.array(z.string().min(1).max(60)).max(50).optional(),
  notes: z.string().max(longestNotes).optional(),
})

/** A range of a run, in seconds since its start, and the number of columns to divide it into. */
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

// Samples of a run, as a window draws them.
const telemetryTrackSchema = z.object({
  name: z.enum(telemetrySeries),
  /** The number of the GPU; empty for the server. */
  label: z.string(),
  /** Seconds since the run began. */
  atS: z.array(z.number()),
  /** Null ends a line. */
  values: z.array(z.number().nullable()),
})

export const runTelemetrySchema = z.object({
  series: z.array(telemetryTrackSchema),
  /** Long series come with the lowest and the highest of each stretch only. */
  isThinned: z.boolean(),
  /** Why there is not more. */
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

/** What a server reports now: a piece of the stream that a page follows. */
export const liveSamplesSchema = z.object({
  samples: z.array(liveSampleSchema).readonly(),
  /** Why there is not more. */
  problems: z.array(telemetryProblemSchema).readonly(),
})

/** What a chat check reports, in this order: the request, output as it arrives, the end or a failure. */
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
    /** After the first token; null if all tokens arrived at once. */
    tokensPerS: z.number().nullable(),
  }),
  z.object({ type: z.literal('failed'), message: textSchema, remedy: textSchema }),
])
export type ChatCheckEvent = z.infer<typeof chatCheckEventSchema>

// What a window is shown of a workload before anything of it is sent.
const lengthHistogramSchema = z.object({
  /** In tokens; one more edge than counts. */
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
