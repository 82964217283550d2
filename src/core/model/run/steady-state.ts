// The part of a run with the intended load, and the results within it.
import { z } from 'zod'
import { metricStatsSchema } from './metric-stats.ts'

export const steadyStateSchema = z.object({
  window: z.object({
    /** Seconds since the start of the run; the end is not part of the window. */
    startS: z.number(),
    endS: z.number(),
    durationS: z.number(),
    /** Start of the first successful request, from which vLLM's client counts. */
    firstStartS: z.number(),
    /** Target number of requests in flight, and the share of it that counts as steady. */
    targetConcurrency: z.int(),
    threshold: z.number(),
    /** Threshold as a number of requests. */
    thresholdConcurrency: z.int(),
    observedPeak: z.int(),
    /** Successful requests that started in the window, that ended in it, and in the whole run. */
    requestsStarted: z.int(),
    requestsCompleted: z.int(),
    requestsTotal: z.int(),
    /** Shorter than requested, so it might not represent the run. */
    isShort: z.boolean(),
  }),
  requestThroughput: z.number(),
  /** Prompt tokens of requests that started in the window. */
  inputThroughput: z.number(),
  /** Null if tokens were not counted. */
  outputThroughput: z.number().nullable(),
  totalTokenThroughput: z.number().nullable(),
  /** Requests that started in the window. */
  ttft: metricStatsSchema,
  tpot: metricStatsSchema,
})

export type SteadyState = z.infer<typeof steadyStateSchema>
