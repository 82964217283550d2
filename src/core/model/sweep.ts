// A sweep: one benchmark repeated over servers, settings and load points, giving throughput–latency curves.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { benchmarkFieldsSchema, heldBenchmarkSchema } from '#core/flags/benchmark-fields.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import { launchProfileSchema, serveConfigSchema } from './launch-profile.ts'
import { foundSettingSchema } from './found-setting.ts'
import { type SearchAnswer, searchAnswerSchema, sweepSearchSchema } from './sweep-search.ts'
import { figureTraits, isLatency, limitedFigures } from '#core/metrics/figures.ts'
import { type MetricName, metricNames } from '#core/metrics/latencies.ts'
import { attachedSpecSchema, simulatorSpecSchema } from './server.ts'

/** A server flag whose settings a tuning chooses during the sweep. */
const tunedFlagSchema = z.object({
  /** By setting of its axis: null if a setting is not a number, or the default is unknown. */
  numbers: z.array(z.number().nullable()),
  /** Values form a ratio scale. */
  isScale: z.boolean(),
  /** The flag has an effect only if another axis's flag has one of these settings; null for always. */
  onlyIf: z.object({ axis: z.int().min(0), settings: z.array(z.int().min(0)).min(1) }).nullable(),
})

/** Budget; null for no limit. Exploration ends early enough to leave time for the confirmation. */
const tuneBudgetSchema = z.object({
  gpuMinutes: z.number().positive().nullable(),
  runs: z.int().min(10).nullable(),
  minutes: z.number().positive().nullable(),
})

/** Capacity, output tokens per second and GPU, cost per token, or energy per token; all at the highest load within limits. */
export const tuneObjectives = ['capacity', 'tokens-per-gpu', 'cost', 'energy'] as const

export const tuneSchema = z.object({
  objective: z.enum(tuneObjectives).default('capacity'),
  /** One per axis of the plan, whose first setting is the default. */
  flags: z.array(tunedFlagSchema).min(1),
  budget: tuneBudgetSchema,
  /** Other server flags, from its profile; settings are added to them. */
  base: z.record(z.string(), serveFlagValueSchema),
  /** Launch arguments of the server without the setting; null if unknown. */
  served: serveConfigSchema.nullable().default(null),
  /** GPUs of the server, unless a flag of the setting determines them. */
  gpus: z.int().min(1),
  /** Maximum GPUs of a setting; null if unknown. */
  gpusThere: z.int().min(1).nullable().default(null),
  /** Greedy prompts whose responses are compared with the default's for every setting; null compares none. */
  answers: z
    .object({
      prompts: z.int().min(1).max(100),
      /** Tokens per response. */
      tokens: z.int().min(1).max(1000),
      /** Tokens before the first difference ÷ tokens; a setting below it is dropped. Null only reports them. */
      leastEqual: z.number().min(0).max(1).nullable(),
    })
    .nullable()
    .default(null),
})

/** Why a point of a tuning was measured. */
const tuneStages = ['explore', 'refine', 'confirm'] as const

export type Tune = z.infer<typeof tuneSchema>
export type TunedFlag = Tune['flags'][number]
export type TuneBudget = z.infer<typeof tuneBudgetSchema>
export type TuneObjective = (typeof tuneObjectives)[number]
export type TuneStage = (typeof tuneStages)[number]

/** A requirement on a load point: a bound on one metric of its runs. All must be met. */
const figureLimitSchema = z
  .object({
    name: z.enum(limitedFigures),
    /** Percentile of a latency, 0–100; null is the mean, and for metrics other than latencies. */
    percentile: z.number().min(0).max(100).nullable(),
    /** Maximum if less is better, else minimum; in the unit of the metric, 0–1 for a share. */
    bound: z.number().min(0),
  })
  .refine(({ name, bound }) =>
    figureTraits[name].family === 'share' ? bound <= 1 : bound > 0 && Number.isFinite(bound),
  )
  .refine(({ name, percentile }) => percentile === null || isLatency(name))

export type SweepLimit = z.infer<typeof figureLimitSchema>
export type LatencyLimit = SweepLimit & Readonly<{ name: MetricName }>

// Limits of sweeps from earlier versions: one kind per metric.
const earlierShares = {
  errors: 'failedShare',
  goodput: 'goodShare',
  reasoningShare: 'reasoningShare',
  cachedShare: 'cachedShare',
} as const

const earlierLimitSchema = z.union([
  z
    .object({
      kind: z.literal('latency'),
      metric: z.enum(metricNames),
      percentile: z.number().min(0).max(100).nullable(),
      mostMs: z.number().positive(),
    })
    .transform(({ metric: name, percentile, mostMs: bound }): SweepLimit => ({
      name,
      percentile,
      bound,
    })),
  z
    .object({
      kind: z.literal(['errors', 'goodput', 'reasoningShare', 'cachedShare']),
      mostShare: z.number().min(0).max(1).optional(),
      leastShare: z.number().min(0).max(1).optional(),
    })
    .transform(({ kind, mostShare = 0, leastShare = mostShare }): SweepLimit => ({
      name: earlierShares[kind],
      percentile: null,
      bound: leastShare,
    })),
])

/** Exported for tests. */
export const sweepLimitSchema = z.union([figureLimitSchema, earlierLimitSchema])

const requestRateSchema = benchmarkFieldsSchema.shape.requestRate

const sweepStatuses = [
  'running',
  'paused',
  /** The program ended during it; it can be resumed. */
  'interrupted',
  'completed',
  'cancelled',
  'failed',
] as const
const pointStatuses = ['waiting', 'running', 'completed', 'skipped', 'cancelled', 'failed'] as const

/** Linked changes: benchmark fields by name, server flags by long name. */
const sweepSettingSchema = z.object({
  benchmark: z.partialRecord(benchmarkFieldsSchema.keyof(), z.json()).default({}),
  server: z.record(z.string(), serveFlagValueSchema).default({}),
})

/** A dimension of the sweep besides the load. Linked parameters share one axis: each setting changes all of them. */
export const sweepAxisSchema = z.object({
  name: z.string().min(1).max(100),
  settings: z.array(sweepSettingSchema).min(1),
})

export const sweepPriceSchema = z.object({
  /** Price of the whole server. */
  perHour: z.number().positive(),
  currency: z.string().min(1).max(8).default('USD'),
})

/** The plan of a sweep: servers × settings × loads × repeats. */
export const sweepPlanSchema = z.object({
  name: z.string().min(1),
  config: heldBenchmarkSchema,
  requestRates: z.array(requestRateSchema).min(1),
  /** Null means no limit. */
  maxConcurrencies: z.array(z.int().min(1).nullable()).min(1),
  /** If set, each point sends rate × this many seconds instead of a fixed number of prompts. */
  secondsPerPoint: z.number().positive().nullable(),
  axes: z.array(sweepAxisSchema).max(12).default([]),
  /** Skips cells that match all changes of at least one entry. */
  excluded: z.array(sweepSettingSchema).default([]),
  /** Cells switched off individually, by key (see `cellKey`). */
  omitted: z.array(z.string()).default([]),
  /** Measurements per cell, each with its own prompts; the prompts are equal for every server and setting. */
  repeats: z.int().min(1).max(100).default(1),
  /** Order of the cells of one server setting; a server is never started twice for them. */
  order: z.enum(['ascending', 'shuffled']).default('ascending'),
  limits: z.array(sweepLimitSchema).default([]),
  /** Null measures the listed loads; else a search chooses loads and ignores `requestRates` and `maxConcurrencies`. */
  search: sweepSearchSchema.nullable().default(null),
  /** Null measures every combination of settings; else a tuning chooses them, each with a search of its own. */
  tune: tuneSchema.nullable().default(null),
  /** Duration in seconds of the same load before each point, not counted; the point follows without a pause. */
  warmUpS: z.number().min(0).max(3600).default(0),
  /** Seconds of pause between points. */
  coolDownS: z.number().min(0).max(3600).default(0),
  /** Retries of a point whose requests failed to reach the server. */
  retries: z.int().min(0).max(10).default(1),
  /** Skips higher loads of a cell that is clearly saturated. */
  stopsWhenSaturated: z.boolean().default(false),
  /** Resets caches between points if the server supports it. */
  resetsCaches: z.boolean().default(true),
  /** Price for computing the cost per token; null omits it. */
  price: sweepPriceSchema.nullable().default(null),
})

/**
 * One run, planned or done. Points of one cell differ only in their repeat. Exported for tests, which fill in a point's
 * defaults with it.
 */
export const sweepPointSchema = z.object({
  index: z.int(),
  /** Position among the sweep's servers. */
  server: z.int().default(0),
  /** For each axis of the plan, the position of its setting. */
  settings: z.array(z.int()).default([]),
  requestRate: requestRateSchema,
  maxConcurrency: z.int().min(1).nullable(),
  /** From 0. */
  repeat: z.int().default(0),
  /** Added to the benchmark's seed; equal for every server and setting, so that all get the same prompts. */
  seedOffset: z.int().default(0),
  /** Multiple of the search's usual run length; absent means 1. */
  length: z.int().min(1).max(64).optional(),
  /** Purpose of a tuning's point. Absent in other sweeps. */
  stage: z.enum(tuneStages).optional(),
  status: z.enum(pointStatuses),
  /** Run of the last attempt. */
  runId: z.string().nullable(),
})

const sweepServerSchema = z.object({ id: z.string(), name: z.string() })

/**
 * Answer of a search for one server and one combination of settings. The answer of a tuning has the recommended settings, or
 * none.
 */
const foundAnswerSchema = z.object({
  server: z.int(),
  settings: z.array(z.int()),
  answer: z.discriminatedUnion('kind', [...searchAnswerSchema.options, foundSettingSchema]),
})

export const sweepSchema = z.object({
  id: z.string(),
  plan: sweepPlanSchema,
  /** Servers of the sweep; points refer to them by position. */
  servers: z.array(sweepServerSchema).min(1),
  status: z.enum(sweepStatuses),
  points: z.array(sweepPointSchema),
  answers: z.array(foundAnswerSchema).default([]),
  createdAtEpochMs: epochMsSchema,
})

export type RequestRate = z.infer<typeof requestRateSchema>
export type SweepSetting = z.infer<typeof sweepSettingSchema>
export type SweepAxis = z.infer<typeof sweepAxisSchema>
export type SweepPoint = z.infer<typeof sweepPointSchema>
export type SweepPlan = z.infer<typeof sweepPlanSchema>
export type FoundAnswer = z.infer<typeof foundAnswerSchema>
/** Answer of a search, not of a tuning. */
export type SearchedAnswer = FoundAnswer & Readonly<{ answer: SearchAnswer }>
export type SweepStatus = (typeof sweepStatuses)[number]
export type Sweep = z.infer<typeof sweepSchema>

/** Null generates a name. */
const name = z.string().min(1).max(200).nullable()

export const sweepFileServerSchema = z.discriminatedUnion('kind', [
  /** A server that is already listed. */
  z.object({ kind: z.literal('known'), name: z.string().min(1) }),
  z.object({ kind: z.literal('attached'), name, spec: attachedSpecSchema }),
  z.object({ kind: z.literal('simulator'), name, spec: simulatorSpecSchema }),
  z.object({
    kind: z.literal('launched'),
    name,
    /** Name of a stored host, or `local`. */
    host: z.string().min(1),
    /** A profile, or the name of a stored one. */
    profile: z.union([z.string().min(1), launchProfileSchema]),
  }),
])

/** Exported for tests, which parse generated files with it. */
export const sweepFileSchema = z.object({
  plan: sweepPlanSchema,
  servers: z.array(sweepFileServerSchema),
})

export type SweepFileServer = z.infer<typeof sweepFileServerSchema>
export type SweepFile = z.infer<typeof sweepFileSchema>
