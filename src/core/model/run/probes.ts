// Results of the small requests sent beside a load.
import { z } from 'zod'

/** Raw measurements. */
export type ProbeResults = Readonly<{
  /** From sending to the last token, for successful probes. */
  latenciesUs: readonly number[]
  failed: number
}>

export const probeSummarySchema = z.object({
  completed: z.int(),
  failed: z.int(),
  /** Successful probes; null if there were none. */
  e2el: z.object({ medianMs: z.number(), p99Ms: z.number(), maxMs: z.number() }).nullable(),
})

export type ProbeSummary = z.infer<typeof probeSummarySchema>
