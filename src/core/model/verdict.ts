// What a run is worth as evidence. A run is valid unless something speaks against it, and each thing that does is told
// with its figures.
import { z } from 'zod'

/** In the order they are told: what makes a run worthless first. */
export const doubtCodes = [
  'nothing-measured',
  'errors',
  'client-limited',
  'saturated',
  'not-steady',
  'cache-polluted',
  'too-few-samples',
] as const

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
