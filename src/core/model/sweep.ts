// A sweep: one benchmark repeated over a list of load points, giving a throughput–latency curve.
import { z } from 'zod'
import { benchmarkFieldsSchema } from './benchmark-fields.ts'

export const requestRateSchema = benchmarkFieldsSchema.shape.requestRate

export const sweepStatuses = ['running', 'completed', 'cancelled', 'failed'] as const
export const pointStatuses = ['waiting', 'running', 'completed', 'cancelled', 'failed'] as const

export const sweepPointSchema = z.object({
  index: z.int(),
  requestRate: requestRateSchema,
  maxConcurrency: z.int().min(1).nullable(),
  status: z.enum(pointStatuses),
  runId: z.string().nullable(),
})

/** What a reader composes: rates × concurrencies, run in order. */
export const sweepPlanSchema = z.object({
  name: z.string().min(1),
  config: benchmarkFieldsSchema,
  requestRates: z.array(requestRateSchema).min(1),
  /** null = no limit. */
  maxConcurrencies: z.array(z.int().min(1).nullable()).min(1),
  /** When set, each point sends rate × this many seconds instead of a fixed number of prompts. */
  secondsPerPoint: z.number().positive().nullable(),
})

export const sweepSchema = z.object({
  id: z.string(),
  plan: sweepPlanSchema,
  serverName: z.string(),
  status: z.enum(sweepStatuses),
  points: z.array(sweepPointSchema),
  createdAtEpochMs: z.number(),
})

export type RequestRate = z.infer<typeof requestRateSchema>
export type SweepPoint = z.infer<typeof sweepPointSchema>
export type SweepPlan = z.infer<typeof sweepPlanSchema>
export type Sweep = z.infer<typeof sweepSchema>
