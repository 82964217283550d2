// The server's own latencies beside ours, as rows of a table.
import { metricNames, type MetricName } from '#core/metrics/latencies.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { comparedLatencies, type ComparedLatency } from '#core/stats/compared-latencies.ts'
import { latencyUnit, type LatencyUnit } from '#core/format/latency-unit.ts'

export type ServerLatencyRow = ComparedLatency & Readonly<{ metric: MetricName; unit: LatencyUnit }>

export type ServerLatencyTable = Readonly<{
  rows: readonly ServerLatencyRow[]
  /** The server counted more requests than were ours. */
  countedOthers: boolean
}>

export function serverLatencyTable(summary: RunSummary): ServerLatencyTable {
  const compared = comparedLatencies(summary)
  const rows = metricNames.flatMap((metric) => {
    const reported = compared[metric]
    return reported === undefined
      ? []
      : [{ metric, unit: latencyUnit([reported.serverMeanMs]), ...reported }]
  })
  return { rows, countedOthers: (compared.e2el?.serverCount ?? 0) > summary.completed }
}
