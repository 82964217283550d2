// What a run measured of one of several servers that share its load.
import { z } from 'zod'
import { ofLatencies } from '#core/metrics/latencies.ts'
import { metricStatsSchema } from './metric-stats.ts'

/** The latencies that servers are compared by. */
export const targetLatencies = ['ttft', 'tpot', 'e2el'] as const

const targetLatencySchema = metricStatsSchema.extend({
  /** The 95 % interval of the median, in ms; null where responses are too few. */
  medianInterval: z.object({ low: z.number(), high: z.number() }).nullable(),
})

export const targetSummarySchema = z.object({
  /** Requests sent to it, each once however often it was retried. */
  requests: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** On every attempt. */
  rejected: z.int(),
  /** Attempts that it rejected, those of requests that completed later among them. */
  rejectedAttempts: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  requestThroughput: z.number(),
  outputThroughput: z.number(),
  ...ofLatencies(targetLatencies, () => targetLatencySchema),
})

export type TargetSummary = z.infer<typeof targetSummarySchema>

/** Share of all requests that were sent, 0–1. */
export function shareOf({ requests }: TargetSummary, all: readonly TargetSummary[]): number {
  const sent = all.reduce((sum, target) => sum + target.requests, 0)
  return sent === 0 ? 0 : requests / sent
}
