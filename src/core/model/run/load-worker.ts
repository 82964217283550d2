// One of several machines that sent the load of a run together.
import { z } from 'zod'
import { clientHealthSchema } from './client-health.ts'
import { loadOriginSchema } from './load-origin.ts'

export const loadWorkerSchema = loadOriginSchema.extend({
  /** `lost`: it went away before its requests had ended. */
  state: z.enum(['ended', 'lost']),
  lostBecause: z.string().nullable(),
  /** Requests it returned. Those of a lost worker that are missing are counted apart. */
  requests: z.int(),
  missingRequests: z.int(),
  /** Times of its requests are on the axis of the run; each may be off by no more than this. Null where nothing returned. */
  placedWithinMs: z.number().nullable(),
  /** Pace of its clock compared with ours, in millionths. */
  driftPpm: z.number(),
  /** What it recorded of itself; null where it was lost. */
  client: clientHealthSchema.nullable(),
})

export type LoadWorker = z.infer<typeof loadWorkerSchema>

export function isLost({ state }: Pick<LoadWorker, 'state'>): boolean {
  return state === 'lost'
}

/** How far times of different workers may be apart, in seconds; 0 where one machine sent all. */
export function placementErrorS(workers: readonly LoadWorker[] | undefined): number {
  return Math.max(0, ...(workers ?? []).map(({ placedWithinMs }) => placedWithinMs ?? 0)) / 1000
}
