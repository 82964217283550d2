// What our own client adds to the truth on this machine, measured against a server that knows it.
import { z } from 'zod'
import { epochMsSchema } from '../bounded-schemas.ts'

const calibrationStatuses = ['running', 'completed', 'cancelled', 'failed'] as const

export const truthfulServers = ['c', 'node'] as const

export const addedMetrics = ['ttft', 'itl', 'e2el', 'sendLag'] as const

/** What is measured at each number of streams, from the first event rate up to the one that is too much. */
export const calibrationPlanSchema = z.object({
  streams: z.array(z.int().min(1).max(10_000)).min(1).max(8).default([16, 64, 256, 1024]),
  eventRates: z
    .array(z.number().min(1).max(10_000_000))
    .min(1)
    .max(12)
    .default([1000, 5000, 20_000, 50_000, 100_000, 200_000]),
})

/** In µs; nearest ranks. */
const addedDelaySchema = z.object({ p50: z.number(), p99: z.number(), max: z.number() })

const calibrationPointSchema = z.object({
  streams: z.int(),
  /** Asked for, of all streams together. */
  eventsPerS: z.number(),
  requests: z.int(),
  failed: z.int(),
  addedUs: z.record(z.enum(addedMetrics), addedDelaySchema),
  /** Of the client's process: 1 is one core. */
  cpuShare: z.number(),
  /** Who could not keep this pace; null where both could. */
  overloaded: z.enum(['client', 'server']).nullable(),
})

/** Numbers of one machine say nothing about another. */
const circumstancesSchema = z.object({
  processor: z.string(),
  cores: z.int(),
  platform: z.string(),
  nodeVersion: z.string(),
  clientVersion: z.string(),
  /** The one in C, or the one in JavaScript where there is no compiler; null until it is found. */
  server: z.enum(truthfulServers).nullable(),
  /** A digest of the machine's name; left out by earlier versions. */
  machine: z.string().optional(),
  /** Imported, or made in other circumstances than those of this client: shown, and never applied to a run. */
  isElsewhere: z.literal(true).optional(),
})

export const calibrationSchema = z.object({
  id: z.string(),
  status: z.enum(calibrationStatuses),
  createdAtEpochMs: epochMsSchema,
  circumstances: circumstancesSchema,
  plan: calibrationPlanSchema,
  /** In the order they were measured. */
  points: z.array(calibrationPointSchema),
  /** The share of the work that is behind us, 0–1. */
  progress: z.number(),
  failure: z.object({ message: z.string(), remedy: z.string().nullable() }).nullable(),
})

export type CalibrationCircumstances = z.infer<typeof circumstancesSchema>
export type TruthfulServerKind = (typeof truthfulServers)[number]
export type AddedMetric = (typeof addedMetrics)[number]
export type AddedDelay = z.infer<typeof addedDelaySchema>
export type CalibrationPlan = z.infer<typeof calibrationPlanSchema>
export type CalibrationPoint = z.infer<typeof calibrationPointSchema>
export type Calibration = z.infer<typeof calibrationSchema>

// What a truthful server must do, and what it reports that it did.
export type ServerTiming = Readonly<{
  ttftMs: number
  /** 0: as fast as sockets take it. */
  itlMs: number
  eventsPerWrite?: number
  /** Without it, what it did is not asked for afterwards. */
  logs?: boolean
}>

/** What was done for one request, in nanoseconds of the monotonic clock. */
export type Truth = Readonly<{
  id: string
  received: number
  /** When its first event was written. */
  first: number
  /** Between one event and the next. */
  gaps: readonly number[]
}>
