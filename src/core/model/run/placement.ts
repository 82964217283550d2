// What the clocks of several machines leave open about a run that they sent together.
import { z } from 'zod'

const rangeSchema = z.object({ low: z.number(), high: z.number() })

export const placementSchema = z.object({
  /** Each time is off by no more, on the axis of the run. */
  errorMs: z.number(),
  /** Hold the true value. */
  peakConcurrency: rangeSchema,
  maxTokenEventsPerS: rangeSchema,
  /** The true throughput of the steady state is the measured one times a factor in between; null without a steady state. */
  steadyThroughput: rangeSchema.nullable(),
})

export type Placement = z.infer<typeof placementSchema>
