// What became of the small requests sent beside a load.
import { z } from 'zod'

/** As they were measured. */
export type ProbeResults = Readonly<{
  /** From sending to the last token, of those that succeeded. */
  latenciesUs: readonly number[]
  failed: number
}>

export const probeSummarySchema = z.object({
  completed: z.int(),
  failed: z.int(),
  /** Of those that succeeded; null where none did. */
  e2el: z.object({ medianMs: z.number(), p99Ms: z.number(), maxMs: z.number() }).nullable(),
})

export type ProbeSummary = z.infer<typeof probeSummarySchema>
