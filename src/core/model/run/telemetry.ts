// Samples taken during a run, and their summary.
import { z } from 'zod'
import { keysOf } from '#core/base/keys-of.ts'
import { joinedFeatures } from '#core/messages/joined-catalogue.ts'
import { storedMessageSchema } from '#core/messages/text-schema.ts'
import { readingSchema } from '#core/base/bounded-schemas.ts'
import { poolKinds } from '../pool-kind.ts'
import * as features from './features.ts'
import { type SampledSource, sampledValues } from '#core/records/sampled-values.ts'

export const sampledValuesSchema = z.partialRecord(
  z.enum([
    ...sampledValues.server,
    ...sampledValues.engine,
    ...sampledValues.metric,
    ...sampledValues.gpu,
  ]),
  readingSchema.nullable(),
)

/** All samples of a run, and the reason for missing ones. */
export type Telemetry = Readonly<{
  sources: readonly SampledSource[]
  problems: readonly TelemetryProblem[]
}>

export const telemetryProblemSchema = z.object({
  kind: z.enum(['server', 'gpu']),
  /** One sentence. */
  message: z.string(),
  text: storedMessageSchema,
})

const moments = z.object({ mean: z.number(), max: z.number() }).nullable()

const serverMomentsSchema = z.object({
  requestsRunning: moments,
  requestsWaiting: moments,
  kvCachePercent: moments,
  preemptions: z.number().nullable(),
})

const instanceSummarySchema = serverMomentsSchema.extend({
  /** `prefill-0`. */
  label: z.string(),
  pool: z.enum(poolKinds),
  /** Share of the run with a known queue length, 0–1. */
  coveredShare: z.number(),
  /** Share of the samples with requests waiting, 0–1; null without samples. */
  queuedShare: z.number().nullable(),
  promptTokens: z.number().nullable(),
  generationTokens: z.number().nullable(),
  /** KV cache transfers by NIXL: megabytes, mean duration, and mean number in progress. */
  transferMB: z.number().nullable(),
  transferMs: z.number().nullable(),
  transferring: z.number().nullable(),
  failedTransfers: z.number().nullable(),
})

const engineMomentsSchema = z.object({
  label: z.string(),
  requestsRunning: moments,
  requestsWaiting: moments,
})

/** Reading of a metric: its value, its growth per second, or the mean of its observations. */
const metricReadings = ['value', 'rate', 'mean'] as const

const metricMomentsSchema = z.object({
  label: z.string(),
  reading: z.enum(metricReadings),
  mean: z.number(),
  max: z.number(),
})

/** Figures of GPUs that features add. */
const gpuSchema = z.object(joinedFeatures(features, 'gpu'))

/** Those that a row of a list has, too. */
export const gpuRowNames = keysOf(joinedFeatures(features, 'gpuRow'))

/** Null if not reported. Means are over time. */
export const telemetrySummarySchema = z.object({
  /** Sums requests and preemptions over several servers. */
  server: serverMomentsSchema
    .extend({
      /** Share of the tokens looked up in an external cache that it contained. */
      externalCacheHitPercent: z.number().nullable().default(null),
      /** KV cache transfers by NIXL: megabytes, and mean duration. */
      transferMB: z.number().nullable().default(null),
      transferMs: z.number().nullable().default(null),
      failedTransfers: z.number().nullable().default(null),
      offloadMB: z.number().nullable().default(null),
    })
    .nullable(),
  /** One per base URL, if there are several. */
  servers: z.array(serverMomentsSchema.extend({ label: z.string() })).default([]),
  /** Instances of a prefill/decode pair, in start order; empty for other servers, and for runs of earlier versions. */
  instances: z.array(instanceSummarySchema).default([]),
  /** Engines of the servers; empty if there is only one. */
  engines: z.array(engineMomentsSchema).default([]),
  /** Requests at the busiest engine ÷ mean over engines; null if there is one. */
  imbalance: z.number().nullable().default(null),
  /** Metrics of `--telemetry-metric`. */
  metrics: z.array(metricMomentsSchema).default([]),
  gpu: z
    .object({
      count: z.int(),
      /** Sum over GPUs. */
      powerW: moments,
      ...gpuSchema.shape,
      /** Over all GPUs. */
      utilizationPercent: moments,
      /** Highest utilisation of any GPU. */
      maxMemoryUsedMiB: z.number().nullable(),
      smClockMhz: z.object({ mean: z.number(), min: z.number() }).nullable(),
      maxTemperatureC: z.number().nullable(),
      /** Share of samples with a throttled GPU, by reason. */
      throttling: z.array(z.object({ reason: z.string(), share: z.number() })),
    })
    .nullable(),
})

export type GpuPart = z.infer<typeof gpuSchema>
export type InstanceSummary = z.infer<typeof instanceSummarySchema>
export type TelemetryProblem = z.infer<typeof telemetryProblemSchema>
export type MetricReading = (typeof metricReadings)[number]
export type TelemetrySummary = z.infer<typeof telemetrySummarySchema>
