// What a run is worth as evidence. A run is valid unless something speaks against it, and each thing that does is told
// with its figures.
import { z } from 'zod'

/** In the order they are told: what makes a run worthless first. */
export const doubtCodes = [
  'nothing-measured',
  'errors',
  'client-limited',
  'saturated',
  'cancelled',
  'not-steady',
  'cache-polluted',
  'too-few-samples',
] as const

/** Whether figures that are doubted so are not to be leant on; the other doubts narrow what they say. */
export const spoilsFigures: Readonly<Record<DoubtCode, boolean>> = {
  'nothing-measured': true,
  errors: true,
  'client-limited': true,
  saturated: true,
  cancelled: false,
  'not-steady': false,
  'cache-polluted': true,
  'too-few-samples': false,
}

export const doubtSchema = z.object({
  code: z.enum(doubtCodes),
  /** Figures that speak for it, by name: shares 0–1, times in ms, rates per second, counts. */
  evidence: z.record(z.string(), z.number()),
})

export const verdictSchema = z.object({
  /** The first of the doubts, or `valid`. */
  code: z.enum(['valid', ...doubtCodes]),
  doubts: z.array(doubtSchema),
})

export type DoubtCode = (typeof doubtCodes)[number]
export type Doubt = z.infer<typeof doubtSchema>
export type Verdict = z.infer<typeof verdictSchema>
