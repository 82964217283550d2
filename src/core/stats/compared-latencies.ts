// What the client measured beside what the server measured of the same requests.
import { type MetricName, metricNames } from '#core/metrics/latencies.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'

export type ComparedLatency = Readonly<{
  serverMeanMs: number
  /** Ours less the server's: the way between the two, and what each adds. */
  differenceMs: number
  /** An upper bound of the server's p99; null beyond its largest. */
  serverP99AtMostMs: number | null
  /** Of the server's values; ours are those of successes alone. */
  serverCount: number
}>

type ComparedLatencies = Readonly<Partial<Record<MetricName, ComparedLatency>>>

export function comparedLatencies({ server, metrics }: RunSummary): ComparedLatencies {
  return Object.fromEntries(
    metricNames.flatMap((metric) => {
      const reported = server?.latencies?.[metric]
      const ours = metrics[metric]
      // A response of one document has no time to its first token: ours is 0.
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
