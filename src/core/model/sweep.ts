// A sweep: one benchmark repeated over servers, settings and load points, giving throughput–latency curves.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { benchmarkFieldsSchema, heldBenchmarkSchema } from '#core/flags/benchmark-fields.ts'
import { serveFlagValueSchema } from './serve-config.ts'
import { foundSettingSchema } from './found-setting.ts'
import { sweepLimitSchema } from './sweep-limit.ts'
import { type SearchAnswer, searchAnswerSchema, sweepSearchSchema } from './sweep-search.ts'
import { tuneSchema, tuneStages } from './tune.ts'

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

/** Changes that belong together: benchmark fields by name, server flags by long name. */
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
  /** When set, each point sends rate × this many seconds instead of a fixed number of prompts. */
  secondsPerPoint: z.number().positive().nullable(),
  axes: z.array(sweepAxisSchema).max(12).default([]),
  /** Skips cells that match every change in one of these. */
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
  /** Seconds of the same load before each point, not counted; the point follows without a pause. */
  warmUpS: z.number().min(0).max(3600).default(0),
  /** Seconds of rest between points. */
  coolDownS: z.number().min(0).max(3600).default(0),
  /** Retries of a point whose requests failed to reach the server. */
  retries: z.int().min(0).max(10).default(1),
  /** Skips heavier loads of a cell that is clearly saturated. */
  stopsWhenSaturated: z.boolean().default(false),
  /** Resets caches between points, if the server can. */
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
  /** Added to the benchmark's seed: equal for every server and setting, so that all get the same prompts. */
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
 * Answer of a search for one server and one combination of settings. The answer of a tuning has the recommended
 * settings, empty if there are none.
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
