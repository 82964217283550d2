// One latency of every request of a run over the time it was sent, straight from its columns.
import { latencyOf, type MetricName } from '#core/metrics/latencies.ts'
import type { ScatterPoint } from '#core/stats/drawing/thin-scatter.ts'
import type { Database } from './database.ts'

type Row = Readonly<{ atS: number; ms: number | null; failed: 0 | 1 }>

/** In the order they were sent; of gaps between tokens, the longest of each request. */
export function readRequestScatter(
  database: Database,
  { runId, metric }: Readonly<{ runId: string; metric: MetricName }>,
): ScatterPoint[] {
  return database
    .prepare<[string], Row>(
      `SELECT sent_at_us / 1e6 AS atS, ${latencyOf(metric).requestColumn ?? 'NULL'} / 1000.0 AS ms,
         error_code IS NOT NULL AS failed
       FROM requests WHERE run_id = ? AND sent_at_us IS NOT NULL
       ORDER BY sent_at_us`,
    )
    .all(runId)
    .map(({ atS, ms, failed }) => ({ atS, ms, failed: failed === 1 }))
}
