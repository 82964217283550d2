// Statistics of one latency over many requests.
import { z } from 'zod'

/**
 * Milliseconds throughout; `std` is the population standard deviation; percentiles interpolate linearly. A count of 0
 * says that nothing was measured; count, least and most are null where an imported file leaves them out.
 */
export const metricStatsSchema = z.object({
  count: z.int().nullable(),
  mean: z.number(),
  median: z.number(),
  std: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  percentiles: z.array(z.object({ percentile: z.number(), value: z.number() })),
})

export type MetricStats = z.infer<typeof metricStatsSchema>
