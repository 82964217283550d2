// A requirement on a load point: a bound on one metric of its runs. All must hold.
import { z } from 'zod'
import { figureTraits, isLatency, limitedFigures } from '#core/metrics/figures.ts'
import { type MetricName, metricNames } from '#core/metrics/latencies.ts'

const figureLimitSchema = z
  .object({
    name: z.enum(limitedFigures),
    /** Percentile of a latency, 0–100; null is the mean, and for metrics other than latencies. */
    percentile: z.number().min(0).max(100).nullable(),
    /** Maximum if less is better, else minimum; in the unit of the metric, 0–1 for a share. */
    bound: z.number().min(0),
  })
  .refine(({ name, bound }) =>
    figureTraits[name].family === 'share' ? bound <= 1 : bound > 0 && Number.isFinite(bound),
  )
  .refine(({ name, percentile }) => percentile === null || isLatency(name))

export type SweepLimit = z.infer<typeof figureLimitSchema>
export type LatencyLimit = SweepLimit & Readonly<{ name: MetricName }>

// Limits of sweeps from earlier versions: one kind per metric.
const earlierShares = {
  errors: 'failedShare',
  goodput: 'goodShare',
  reasoningShare: 'reasoningShare',
  cachedShare: 'cachedShare',
} as const

const earlierLimitSchema = z.union([
  z
    .object({
      kind: z.literal('latency'),
      metric: z.enum(metricNames),
      percentile: z.number().min(0).max(100).nullable(),
      mostMs: z.number().positive(),
    })
    .transform(({ metric: name, percentile, mostMs: bound }): SweepLimit => ({
      name,
      percentile,
      bound,
    })),
  z
    .object({
      kind: z.literal(['errors', 'goodput', 'reasoningShare', 'cachedShare']),
      mostShare: z.number().min(0).max(1).optional(),
      leastShare: z.number().min(0).max(1).optional(),
    })
    .transform(({ kind, mostShare = 0, leastShare = mostShare }): SweepLimit => ({
      name: earlierShares[kind],
      percentile: null,
      bound: leastShare,
    })),
])

export const sweepLimitSchema = z.union([figureLimitSchema, earlierLimitSchema])
