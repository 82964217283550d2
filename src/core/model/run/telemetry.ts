// Samples taken about once a second during a run: what its server reported, and its GPUs.
import { z } from 'zod'

export const telemetryKinds = ['server', 'gpu'] as const

/** The values of a sample, in the order they are stored in. Counters are as the source reported them. */
export const sampledValues = {
  server: [
    'requestsRunning',
    'requestsWaiting',
    /** 0–1. */
    'kvCacheUsage',
    'promptTokens',
    'generationTokens',
    'prefixCacheQueries',
    'prefixCacheHits',
    'preemptions',
  ],
  gpu: [
    'utilizationPercent',
    'memoryUsedMiB',
    'powerW',
    'smClockMhz',
    'temperatureC',
    /** A bit for each reason: see `throttleReasons`. */
    'throttleReasons',
    /** Counted since any earlier moment. */
    'energyJ',
  ],
} as const

export type TelemetryKind = (typeof telemetryKinds)[number]
export type ServerValue = (typeof sampledValues)['server'][number]
export type GpuValue = (typeof sampledValues)['gpu'][number]

/** By name; null is what the source does not report. */
export type SampledValues = Readonly<Partial<Record<ServerValue | GpuValue, number | null>>>

export type TelemetrySample = Readonly<{
  /** By the clock of the start of the run. */
  atEpochMs: number
  values: SampledValues
}>

/** One server, or one GPU. */
export type TelemetrySource = Readonly<{
  kind: TelemetryKind
  /** The number of the GPU, after its host and a colon where there are several hosts; empty for a server. */
  label: string
}>

export type SampledSource = TelemetrySource & Readonly<{ samples: readonly TelemetrySample[] }>

/** All that was sampled of a run, and why there is not more. */
export type Telemetry = Readonly<{
  sources: readonly SampledSource[]
  problems: readonly TelemetryProblem[]
}>

export const telemetryProblemSchema = z.object({
  kind: z.enum(telemetryKinds),
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

/** Null is what was not reported. Means are over time. */
export const telemetrySummarySchema = z.object({
  server: z
    .object({
      requestsRunning: moments,
      requestsWaiting: moments,
      kvCachePercent: moments,
      preemptions: z.number().nullable(),
    })
    .nullable(),
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
export type TelemetryProblem = z.infer<typeof telemetryProblemSchema>
export type TelemetrySummary = z.infer<typeof telemetrySummarySchema>
