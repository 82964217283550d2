// Log of a sweep: its actions and their reasons, in order. Stored with the sweep.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import { inEnglish, type Text } from '#core/messages/message.ts'
import { textSchema } from '#core/messages/text-schema.ts'

/** Each kind with the names of its values; loads are `requestRate` (or inf) and, if limited, `maxConcurrency`. */
const sweepLogKinds = [
  /** points (0 if a search chooses them), servers */
  'started',
  /** from (paused, interrupted), left */
  'resumed',
  /** left */
  'paused',
  /** server, position, was (running, stopped), flags */
  'server-starting',
  /** server, position, tookS, index (of the point it was started for; absent from logs of earlier versions) */
  'server-ready',
  /** server, position, tookS and index (both absent from logs of earlier versions), message, remedy */
  'server-failed',
  /** server, position */
  'server-stopped',
  'caches-reset',
  /** reason, remedy */
  'caches-kept',
  /** reason (see `searchReasons`), repeat, load */
  'load-chosen',
  /** why (defaults, filling, promising), flags, expected (capacity), failure (probability) */
  'setting-chosen',
  /** why (see `probeEnds`), flags, capacity, best */
  'setting-left',
  /** choice (positions of its flags), flags, equal, exact, prompts, tookS, tokens (of the default alone) */
  'answers-compared',
  /** choice, flags, reason */
  'answers-unknown',
  /** flags */
  'refining',
  'confirming',
  /** attempt (from 1), repeat (from 0), warmUpS, load */
  'point-started',
  /** status, reason, completed, failed, requestThroughput, outputThroughput */
  'point-ended',
  /** reason, attempt, retries */
  'point-retried',
  /** reason (saturated, asked), by (index of the point that was saturated), load */
  'point-skipped',
  /** load */
  'saturated',
  /** seconds */
  'cooling-down',
  /** kind, ending, runs, load (highest that held, or knee) */
  'search-ended',
  /** status, completed, failed, skipped */
  'ended',
] as const

export const sweepLogEntrySchema = z.object({
  atEpochMs: epochMsSchema,
  kind: z.enum(sweepLogKinds),
  /** Index of its point; null if it concerns none. */
  point: z.int().nullable(),
  /** Values for the sentence of this kind. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Values that are messages; `values` has them in English. */
  texts: z.record(z.string(), textSchema).optional().catch(undefined),
})

export type SweepLogKind = (typeof sweepLogKinds)[number]
export type SweepLogEntry = z.infer<typeof sweepLogEntrySchema>
export type LoggedValues = Readonly<Record<string, Text | number>>

export function loggedText(value: LoggedValues[string] | undefined): Text {
  return typeof value === 'object' ? value : String(value)
}

export function loggedValues(given: LoggedValues): Pick<SweepLogEntry, 'values' | 'texts'> {
  const values: SweepLogEntry['values'] = {}
  const texts: Record<string, Text> = {}
  for (const [name, value] of Object.entries(given)) {
    values[name] = typeof value === 'object' ? inEnglish(value) : value
    if (typeof value === 'object') texts[name] = value
  }
  return { values, ...(Object.keys(texts).length > 0 && { texts }) }
}
