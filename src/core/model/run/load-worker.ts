// One of several machines that sent the load of a run together.
import { z } from 'zod'
import { clientHealthSchema } from './client-health.ts'

// Where the load of a run came from, when that was not this computer.
export const loadOriginSchema = z.object({
  hostName: z.string(),
  /** Of the Node it ran on. */
  nodeVersion: z.string(),
  /** How far the host's clock was ahead of ours, and by how much that may be wrong. Times of the run are by ours. */
  clockOffsetMs: z.number(),
  clockUncertaintyMs: z.number(),
})

export type LoadOrigin = z.infer<typeof loadOriginSchema>

export const loadWorkerSchema = loadOriginSchema.extend({
  /** `lost`: it went away before its requests had ended. */
  state: z.enum(['ended', 'lost']),
  lostBecause: z.string().nullable(),
  /** Requests it returned. Those of a lost worker that are missing are counted apart. */
  requests: z.int(),
  missingRequests: z.int(),
  /** Times of its requests are on the axis of the run; each may be off by no more than this. Null where nothing returned. */
  placedWithinMs: z.number().nullable(),
  /** How long after the common start it began; left out where it was in time. */
  startedLateMs: z.number().optional(),
  /** Pace of its clock compared with ours, in millionths. */
  driftPpm: z.number(),
  /** What it recorded of itself; null where it was lost. */
  client: clientHealthSchema.nullable(),
})

export type LoadWorker = z.infer<typeof loadWorkerSchema>

export function isLost({ state }: Pick<LoadWorker, 'state'>): boolean {
  return state === 'lost'
}

/** A delay below this is one that any request may have. */
const negligibleDelayMs = 10

/** Began after the common start, so that requests due by then left late. */
export function beganLate({ startedLateMs = 0 }: Pick<LoadWorker, 'startedLateMs'>): boolean {
  return startedLateMs > negligibleDelayMs
}

/** How far times of different workers may be apart, in seconds; 0 where one machine sent all. */
export function placementErrorS(workers: readonly LoadWorker[] | undefined): number {
  return Math.max(0, ...(workers ?? []).map(({ placedWithinMs }) => placedWithinMs ?? 0)) / 1000
}
