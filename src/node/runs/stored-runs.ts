// Stored runs for the window: pages of requests, distributions, the course over time.
import type { Distribution, RequestRow, RequestScatter, Timeline } from '#contract/views.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import type { Run } from '#core/model/run/run.ts'
import { metricDistributions } from '#core/stats/drawing/distribution.ts'
import { measuredFromRecords } from '#core/stats/measured-request.ts'
import { thinScatter, type ScatterSpan } from '#core/stats/drawing/thin-scatter.ts'
import { buildTimeline } from '#core/stats/drawing/timeline.ts'
import { spanUs } from '#node/experiment/summarize-records.ts'
import type { Database } from '#node/storage/database.ts'
import { countRequestRows, readRequestRows, type RequestQuery } from '#node/storage/request-rows.ts'
import { readRequestScatter } from '#node/storage/request-scatter.ts'
import { eachRecord } from '#node/storage/requests.ts'

export function requestPage(
  database: Database,
  { id, imported }: Run,
  page: Omit<RequestQuery, 'runId'>,
): { total: number; rows: RequestRow[] } {
  const query = { runId: id, ...page }
  const rows = readRequestRows(database, query)
  return {
    total: countRequestRows(database, query),
    rows: imported?.requests === 'durations' ? rows.map(withoutTimes) : rows,
  }
}

function withoutTimes(row: RequestRow): RequestRow {
  return { ...row, scheduledAtMs: null, sentAtMs: null }
}

export function runDistributions(database: Database, { id }: Run): Distribution[] {
  return metricDistributions(measuredFromRecords(eachRecord(database, id)))
}

export function runTimeline(database: Database, { id, summary }: Run): Timeline {
  const records = eachRecord(database, id)
  const window = summary?.steadyState?.window
  return {
    ...buildTimeline(records, summary?.durationS ?? spanUs(records) / 1e6),
    steady: window === undefined ? null : { startS: window.startS, endS: window.endS },
  }
}

type WantedScatter = ScatterSpan & Readonly<{ metric: MetricName; columns: number }>

export function runScatter(
  database: Database,
  { id }: Run,
  { metric, columns, ...span }: WantedScatter,
): RequestScatter {
  const points = readRequestScatter(database, { runId: id, metric })
  const { points: drawn, ...reported } = thinScatter(points, span, columns)
  return { points: [...drawn], ...reported }
}
