// The part of a run in which the load was what it should be, and what the run did in it.
import { z } from 'zod'
import { metricStatsSchema } from './metric-stats.ts'

export const steadyStateSchema = z.object({
  window: z.object({
    /** Seconds since the start of the run; the end is not part of the window. */
    startS: z.number(),
    endS: z.number(),
    durationS: z.number(),
    /** Start of the first successful request, from which the original counts. */
    firstStartS: z.number(),
    /** Requests in flight that the load aims at, and the share of them that makes a state steady. */
    targetConcurrency: z.int(),
    threshold: z.number(),
    /** The share as a number of requests. */
    thresholdConcurrency: z.int(),
    observedPeak: z.int(),
    /** Successful requests that started in it, ended in it, and all there are. */
    requestsStarted: z.int(),
    requestsCompleted: z.int(),
    requestsTotal: z.int(),
    /** Shorter than asked for: it might not represent the run. */
    isShort: z.boolean(),
  }),
  requestThroughput: z.number(),
  /** Prompt tokens of requests that started in it. */
  inputThroughput: z.number(),
  /** Null if tokens were not counted. */
  outputThroughput: z.number().nullable(),
  totalTokenThroughput: z.number().nullable(),
  /** Of requests that started in it. */
  ttft: metricStatsSchema,
  tpot: metricStatsSchema,
})

export type SteadyState = z.infer<typeof steadyStateSchema>
