// A machine that sent the load of a run, alone or with others.
import { z } from 'zod'
import { clientHealthSchema } from './client-health.ts'

/** Machine that sent the load of a run, if not this computer. */
export const loadOriginSchema = z.object({
  hostName: z.string(),
  /** Version of Node that ran the load generator. */
  nodeVersion: z.string(),
  /** How far the host's clock was ahead of ours, and the error of that. Times of the run use our clock. */
  clockOffsetMs: z.number(),
  clockUncertaintyMs: z.number(),
})

export type LoadOrigin = z.infer<typeof loadOriginSchema>

export const loadWorkerSchema = loadOriginSchema.extend({
  /** `lost`: it disconnected before its requests had ended. */
  state: z.enum(['ended', 'lost']),
  lostBecause: z.string().nullable(),
  /** Requests it returned. Missing ones of a lost worker are counted separately. */
  requests: z.int(),
  missingRequests: z.int(),
  /** Greatest error of its request times on the axis of the run. Null if it returned nothing. */
  placedWithinMs: z.number().nullable(),
  /** Delay of its start after the common start; absent if it was on time. */
  startedLateMs: z.number().optional(),
  /** Pace of its clock compared with ours, in parts per million. */
  driftPpm: z.number(),
  /** Its own health record; null if it was lost. */
  client: clientHealthSchema.nullable(),
})

export type LoadWorker = z.infer<typeof loadWorkerSchema>

export function isLost({ state }: Pick<LoadWorker, 'state'>): boolean {
  return state === 'lost'
}

/** A delay below this is normal for any request. */
const negligibleDelayMs = 10

/** True if it began after the common start, so that requests due by then were sent late. */
export function beganLate({ startedLateMs = 0 }: Pick<LoadWorker, 'startedLateMs'>): boolean {
  return startedLateMs > negligibleDelayMs
}

/** Greatest difference between times of different workers, in seconds; 0 if one machine sent all. */
export function placementErrorS(workers: readonly LoadWorker[] | undefined): number {
  return Math.max(0, ...(workers ?? []).map(({ placedWithinMs }) => placedWithinMs ?? 0)) / 1000
}
