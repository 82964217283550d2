// Requirements on a load point: latencies, errors, requests within their goals. All of them have to hold.
import { z } from 'zod'
import { metricNames } from '#core/metrics/latencies.ts'

const latencyLimitSchema = z.object({
  kind: z.literal('latency'),
  metric: z.enum(metricNames),
  /** Null is the mean. */
  percentile: z.number().min(0).max(100).nullable(),
  mostMs: z.number().positive(),
})

export const sweepLimitSchema = z.discriminatedUnion('kind', [
  latencyLimitSchema,
  /** Failed requests per request, 0–1. */
  z.object({ kind: z.literal('errors'), mostShare: z.number().min(0).max(1) }),
  /** Requests that keep every goal of `--goodput` per request sent, 0–1; a failed one keeps none. */
  z.object({ kind: z.literal('goodput'), leastShare: z.number().min(0).max(1) }),
  /** Reasoning tokens per output token, and cached tokens per prompt token, 0–1. */
  z.object({ kind: z.literal('reasoningShare'), mostShare: z.number().min(0).max(1) }),
  z.object({ kind: z.literal('cachedShare'), leastShare: z.number().min(0).max(1) }),
])

export type LatencyLimit = z.infer<typeof latencyLimitSchema>
export type ShareLimit = Exclude<z.infer<typeof sweepLimitSchema>, LatencyLimit>
export type SweepLimit = z.infer<typeof sweepLimitSchema>
