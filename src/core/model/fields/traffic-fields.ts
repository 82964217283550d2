// Fields that say when requests leave.
import { z } from 'zod'
import { nonNegativeInteger, positiveInteger, positiveOrInfinite } from './field-types.ts'

/** Timers of Node reach 24 days; a limit of 20 is none. */
const timeLimit = z
  .number()
  .positive()
  .max(20 * 86_400)

export const profileDurationDefault = 5

export const trafficFields = {
  requestRate: positiveOrInfinite.default('inf'),
  burstiness: positiveOrInfinite.default(1),
  /** Null is "where the dataset has times". */
  selfTimed: z.boolean().nullable().default(null),
  /** Null sends a number of requests; else they are sent for that long. */
  durationMinutes: z.number().positive().finite().nullable().default(null),
  maxConcurrency: positiveInteger.nullable().default(null),
  /** Null is as many as the load is worth. */
  clientThreads: positiveInteger.nullable().default(null),
  coldConnections: z.boolean().default(false),
  /** The host that sends the load; null is this computer. */
  on: z.string().min(1).nullable().default(null),
  rampUpStrategy: z.enum(['linear', 'exponential']).nullable().default(null),
  rampUpStartRps: nonNegativeInteger.nullable().default(null),
  rampUpEndRps: nonNegativeInteger.nullable().default(null),
  numWarmups: nonNegativeInteger.default(0),
  /** Of the same load, up to the start of what is measured; 0 is none. */
  warmUpSeconds: z.number().min(0).max(3600).default(0),
  /** Per second; 0 sends none. */
  probeRequestRate: z.number().min(0).max(1000).default(0),
  readyCheckTimeoutSec: nonNegativeInteger.default(0),
  /** For one whole request; the original's own limit, which it cannot be told. */
  requestTimeoutSec: timeLimit.default(6 * 3600),
  /** Between two pieces of output of one answer; null waits as long as the request may take. */
  stallTimeoutSec: timeLimit.nullable().default(null),
  /** For all that is measured; null has none. */
  runTimeoutSec: timeLimit.nullable().default(null),
  /** How often server and GPUs are asked while a run goes on; more would be load of its own. */
  telemetryRateHz: z.number().min(1).max(5).default(1),
  ignoreEos: z.boolean().default(false),
  profile: z.boolean().default(false),
  /** Requests in a batch from which on the server is profiled; null profiles the whole run. */
  profileBatchThreshold: positiveInteger.nullable().default(null),
  profileDuration: z.number().positive().max(86_400).default(profileDurationDefault),
}
