// Results of one of several servers that share a load.
import { z } from 'zod'
import { ofLatencies } from '#core/metrics/latencies.ts'
import { metricStatsSchema } from '#core/model/run/metric-stats.ts'

/** Latencies for comparing servers. */
export const targetLatencies = ['ttft', 'tpot', 'e2el'] as const

const targetLatencySchema = metricStatsSchema.extend({
  /** The 95 % interval of the median, in ms; null if there are too few responses. */
  medianInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
})

export const targetSummarySchema = z.object({
  /** Requests sent to it; retries do not count. */
  requests: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** Failures because the server was full; absent if there were none. */
  refused: z.int().optional(),
  /** Rejected on every attempt. */
  rejected: z.int(),
  /** Rejected attempts, even if the request completed later. */
  rejectedAttempts: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  requestThroughput: z.number(),
  outputThroughput: z.number(),
  ...ofLatencies(targetLatencies, () => targetLatencySchema),
})

export type TargetSummary = z.infer<typeof targetSummarySchema>

/** Share of all sent requests, 0–1. */
export function shareOf({ requests }: TargetSummary, all: readonly TargetSummary[]): number {
  const sent = all.reduce((sum, target) => sum + target.requests, 0)
  return sent === 0 ? 0 : requests / sent
}

export const urlSummary = {
  summary: {
    /** One per base URL, in their order; absent if there is one. */
    targets: z.array(targetSummarySchema).nullish(),
  },
  reasons: {
    'url-failed': { grade: 'not-usable', listedAfter: 'errors' },
    'url-full': { grade: 'caution', listedAfter: 'rejected' },
    censored: { grade: 'caution', listedAfter: 'url-full' },
    'urls-unequal': { grade: 'caution', listedAfter: 'pace-unsure' },
  },
} as const
