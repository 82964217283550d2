// Statistics of one latency over many requests.
import { z } from 'zod'
import { latencyOf, type MetricName, ofLatencies } from '#core/metrics/latencies.ts'

/**
 * Always in ms; `std` is the population standard deviation; percentiles interpolate linearly. A count of 0 means that nothing was
 * measured; count, std, least and most are null if an imported file omits them.
 */
export const metricStatsSchema = z.object({
  count: z.int().nullable(),
  mean: z.number(),
  median: z.number(),
  std: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  percentiles: z.array(z.object({ percentile: z.number(), value: z.number() })),
})

export type MetricStats = z.infer<typeof metricStatsSchema>

export const unmeasured: MetricStats = {
  count: 0,
  mean: 0,
  median: 0,
  std: 0,
  min: null,
  max: null,
  percentiles: [],
}

/** Schemas of latencies that every run has; if the run's version lacks one, it reads as unmeasured. */
export function statsSchemas<Name extends MetricName, Stats extends Partial<MetricStats>>(
  names: readonly Name[],
  schema: z.ZodType<Stats>,
): Record<Name, z.ZodType<Stats>> {
  return ofLatencies(names, (name) =>
    latencyOf(name).earlierRuns === undefined
      ? schema
      : z.preprocess((stats) => stats ?? unmeasured, schema),
  )
}
