// Client-side latencies compared with the server's own for the same requests.
import { type MetricName, metricNames } from '#core/metrics/latencies.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'

export type ComparedLatency = Readonly<{
  serverMeanMs: number
  /** Ours minus the server's: the network, and the overhead of each side. */
  differenceMs: number
  /** Upper bound of the server's p99; null if it is in the last bucket. */
  serverP99AtMostMs: number | null
  /** Number of the server's values; ours cover only successes. */
  serverCount: number
}>

type ComparedLatencies = Readonly<Partial<Record<MetricName, ComparedLatency>>>

export function comparedLatencies({ server, metrics }: RunSummary): ComparedLatencies {
  return Object.fromEntries(
    metricNames.flatMap((metric) => {
      const reported = server?.latencies?.[metric]
      const ours = metrics[metric]
      // A non-streamed response has no time to first token: ours is 0.
      if (reported === undefined || ours.count === 0 || ours.max === 0) return []
      const compared: ComparedLatency = {
        serverMeanMs: reported.meanMs,
        differenceMs: ours.mean - reported.meanMs,
        serverP99AtMostMs: reported.p99AtMostMs,
        serverCount: reported.count,
      }
      return [[metric, compared]]
    }),
  )
}
