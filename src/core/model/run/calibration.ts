// Error that our own client adds on this machine, measured with a server whose times are known.
import { z } from 'zod'
import { storedFailureSchema } from '#core/messages/text-schema.ts'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'

const calibrationStatuses = ['running', 'completed', 'cancelled', 'failed'] as const

export const truthfulServers = ['c', 'node'] as const

export const addedMetrics = ['ttft', 'itl', 'e2el', 'sendLag'] as const

/** Numbers of streams to measure; for each, event rates rise until one is too high. */
export const calibrationPlanSchema = z.object({
  streams: z.array(z.int().min(1).max(10_000)).min(1).max(8).default([16, 64, 256, 1024]),
  eventRates: z
    .array(z.number().min(1).max(10_000_000))
    .min(1)
    .max(12)
    .default([1000, 5000, 20_000, 50_000, 100_000, 200_000]),
})

/** µs; nearest-rank percentiles. */
const addedDelaySchema = z.object({ p50: z.number(), p99: z.number(), max: z.number() })

const calibrationPointSchema = z.object({
  streams: z.int(),
  /** Requested rate over all streams. */
  eventsPerS: z.number(),
  requests: z.int(),
  failed: z.int(),
  addedUs: z.record(z.enum(addedMetrics), addedDelaySchema),
  /** CPU use of the client's process; 1 is one core. */
  cpuShare: z.number(),
  /** Side that could not keep this pace; null if both could. */
  overloaded: z.enum(['client', 'server']).nullable(),
})

/** Environment of a calibration. Its results do not apply to another machine. */
const circumstancesSchema = z.object({
  processor: z.string(),
  cores: z.int(),
  platform: z.string(),
  nodeVersion: z.string(),
  clientVersion: z.string(),
  /** The server in C, or the one in JavaScript if there is no compiler; null until chosen. */
  server: z.enum(truthfulServers).nullable(),
  /** Digest of the machine's name; absent in earlier versions. */
  machine: z.string().optional(),
  /** Imported, or measured in another environment: shown but never applied to a run. */
  isElsewhere: z.literal(true).optional(),
})

export const calibrationSchema = z.object({
  id: z.string(),
  status: z.enum(calibrationStatuses),
  createdAtEpochMs: epochMsSchema,
  circumstances: circumstancesSchema,
  plan: calibrationPlanSchema,
  /** Order of measurement. */
  points: z.array(calibrationPointSchema),
  /** Share of the work done, 0–1. */
  progress: z.number(),
  failure: storedFailureSchema.nullable(),
})

export type CalibrationCircumstances = z.infer<typeof circumstancesSchema>
export type TruthfulServerKind = (typeof truthfulServers)[number]
export type AddedMetric = (typeof addedMetrics)[number]
export type AddedDelay = z.infer<typeof addedDelaySchema>
export type CalibrationPlan = z.infer<typeof calibrationPlanSchema>
export type CalibrationPoint = z.infer<typeof calibrationPointSchema>
export type Calibration = z.infer<typeof calibrationSchema>

/** Timing that a reference server must keep, and its report about it. */
export type ServerTiming = Readonly<{
  ttftMs: number
  /** 0 sends events as fast as sockets accept them. */
  itlMs: number
  eventsPerWrite?: number
  /** Keeps the times of each request for later queries; true by default. */
  logs?: boolean
}>

/** Times of one request, in nanoseconds of the monotonic clock. */
export type Truth = Readonly<{
  id: string
  received: number
  /** Time at which the first event was written. */
  first: number
  /** Gaps between successive events. */
  gaps: readonly number[]
}>
