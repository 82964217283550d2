// What a sweep did, and why, in order: kept with it, readable by whoever was not there.
import { z } from 'zod'

export const sweepLogKinds = [
  'started',
  'resumed',
  'paused',
  'server-starting',
  'server-ready',
  'server-failed',
  'server-stopped',
  'caches-reset',
  'caches-kept',
  'load-chosen',
  'point-started',
  'point-ended',
  'point-retried',
  'point-skipped',
  'saturated',
  'cooling-down',
  'search-ended',
  'ended',
] as const

export const sweepLogEntrySchema = z.object({
  atEpochMs: z.number(),
  kind: z.enum(sweepLogKinds),
  /** The point it is about, by its index; null where it is about none. */
  point: z.int().nullable(),
  /** What the sentence of its kind is filled with. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

export type SweepLogKind = (typeof sweepLogKinds)[number]
export type SweepLogEntry = z.infer<typeof sweepLogEntrySchema>
