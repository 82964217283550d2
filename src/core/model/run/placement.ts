// Uncertainty from the clocks of several machines that sent one run together.
import { z } from 'zod'

const rangeSchema = z.object({ low: z.number(), high: z.number() })

export const placementSchema = z.object({
  /** Maximum error of each time on the axis of the run. */
  errorMs: z.number(),
  /** Contains the true value. */
  peakConcurrency: rangeSchema,
  maxTokenEventsPerS: rangeSchema,
  /** The true steady-state throughput is the measured one times a factor in this range; null without a steady state. */
  steadyThroughput: rangeSchema.nullable(),
})

export type Placement = z.infer<typeof placementSchema>
