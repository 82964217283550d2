// What was sampled during a run, and its summary.
import { z } from 'zod'
import { readingSchema } from '../bounded-schemas.ts'
import { poolKinds } from '../server/pool-kind.ts'
import { type SampledSource, sampledValues } from './sampled-values.ts'

export const sampledValuesSchema = z.partialRecord(
  z.enum([
    ...sampledValues.server,
    ...sampledValues.engine,
    ...sampledValues.metric,
    ...sampledValues.gpu,
  ]),
  readingSchema.nullable(),
)

/** All that was sampled of a run, and why there is not more. */
export type Telemetry = Readonly<{
  sources: readonly SampledSource[]
  problems: readonly TelemetryProblem[]
}>

export const telemetryProblemSchema = z.object({
  kind: z.enum(['server', 'gpu']),
  /** A sentence. */
  message: z.string(),
})

const moments = z.object({ mean: z.number(), max: z.number() }).nullable()

const tokenEnergySchema = z.object({
  valueJ: z.number(),
  tokens: z.number(),
  /** With 95 % confidence; null where the window is too short for one, or the energy of its parts is not known. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
})

const energyPerTokenSchema = z.object({
  /** Of the steady window; else of the whole run. */
  isSteady: z.boolean(),
  startS: z.number(),
  endS: z.number(),
  energyJ: z.number(),
  /** Prompts and outputs. */
  total: tokenEnergySchema.nullable(),
  output: tokenEnergySchema.nullable(),
  /** Output of requests within every limit of `--goodput`; null without limits, and where none was. */
  good: tokenEnergySchema.nullable(),
})

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
  /** Share of the run in which its queue is known, 0–1. */
  coveredShare: z.number(),
  /** Share of the samples with requests waiting, 0–1; null without samples. */
  queuedShare: z.number().nullable(),
  promptTokens: z.number().nullable(),
  generationTokens: z.number().nullable(),
  /** Of KV cache, by NIXL: megabytes, the mean time of a transfer, and how many were in progress on average. */
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

/** What is sampled of a metric: its value, its growth per second, or the mean of what it observed. */
const metricReadings = ['value', 'rate', 'mean'] as const

const metricMomentsSchema = z.object({
  label: z.string(),
  reading: z.enum(metricReadings),
  mean: z.number(),
  max: z.number(),
})

/** Null is what was not reported. Means are over time. */
export const telemetrySummarySchema = z.object({
  /** Of several servers, requests and preemptions are added up. */
  server: serverMomentsSchema
    .extend({
      /** Share of the tokens looked up in an external cache that it held. */
      externalCacheHitPercent: z.number().nullable().default(null),
      /** Of KV cache, by NIXL: megabytes, and the mean time of a transfer. */
      transferMB: z.number().nullable().default(null),
      transferMs: z.number().nullable().default(null),
      failedTransfers: z.number().nullable().default(null),
      offloadMB: z.number().nullable().default(null),
    })
    .nullable(),
  /** One per base URL where there are several. */
  servers: z.array(serverMomentsSchema.extend({ label: z.string() })).default([]),
  /** Of a prefill/decode pair, in the order of their start; none elsewhere, and for runs of earlier versions. */
  instances: z.array(instanceSummarySchema).default([]),
  /** Where a server has several, or there are several servers. */
  engines: z.array(engineMomentsSchema).default([]),
  /** Requests at the busiest engine over the mean of all; null where there is one. */
  imbalance: z.number().nullable().default(null),
  /** Those of `--telemetry-metric`. */
  metrics: z.array(metricMomentsSchema).default([]),
  gpu: z
    .object({
      count: z.int(),
      /** Of all of them together, as is the energy. */
      powerW: moments,
      energyJ: z.number().nullable(),
      energyPerOutputTokenJ: z.number().nullable(),
      /** Null without energy, and for runs of earlier versions. */
      energyPerToken: energyPerTokenSchema.nullable().default(null),
      /** Over all of them. */
      utilizationPercent: moments,
      /** Of the one that used most. */
      maxMemoryUsedMiB: z.number().nullable(),
      smClockMhz: z.object({ mean: z.number(), min: z.number() }).nullable(),
      maxTemperatureC: z.number().nullable(),
      /** Share of the samples in which a GPU was held back, by reason. */
      throttling: z.array(z.object({ reason: z.string(), share: z.number() })),
    })
    .nullable(),
})

export type TokenEnergy = z.infer<typeof tokenEnergySchema>
export type EnergyPerToken = z.infer<typeof energyPerTokenSchema>
export type InstanceSummary = z.infer<typeof instanceSummarySchema>
export type TelemetryProblem = z.infer<typeof telemetryProblemSchema>
export type MetricReading = (typeof metricReadings)[number]
export type TelemetrySummary = z.infer<typeof telemetrySummarySchema>
