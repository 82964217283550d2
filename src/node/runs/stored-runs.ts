// Stored runs for the window: pages of requests, distributions, values over time.
import type {
  Distribution,
  RequestRow,
  RequestScatter,
  RunTelemetryView,
  Timeline,
} from '#contract/views.ts'
import { steadySpanOf } from '#core/judgement/steady-span.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import { sampledScalars } from '#core/stats/scalar-values.ts'
import type { Run } from '#core/model/run/run.ts'
import { metricDistributions } from '#core/stats/drawing/distribution.ts'
import { measuredFromRecords } from '#core/records/measured-request.ts'
import {
  computedPercentiles,
  lacksPercentiles,
  withPercentiles,
  type ComputedPercentiles,
} from '#core/stats/computed-percentiles.ts'
import { lostFromS } from '#core/stats/drawing/lost-records.ts'
import { runCourse } from '#core/stats/drawing/run-course.ts'
import { type ScatterSpan, thinScatter } from '#core/stats/drawing/thin-scatter.ts'
import { buildTimeline } from '#core/stats/drawing/timeline.ts'
import { spanUs, summarizeRecords } from '#node/experiment/summarize-records.ts'
import type { Database } from '#node/storage/database.ts'
import {
  countRequestRows,
  readCourseRequests,
  readRequestRows,
  readRequestScatter,
  type RequestQuery,
} from '#node/storage/request-rows.ts'
import { eachRecord } from '#node/storage/requests.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { underKvPressure } from '#core/telemetry/kv-pressure.ts'
import { summarizeTelemetry } from '#core/telemetry/summarize-telemetry.ts'
import { telemetrySeriesOf } from '#core/telemetry/telemetry-series.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'

export function requestPage(
  database: Database,
  { id, imported }: Run,
  page: Omit<RequestQuery, 'runId'>,
): { total: number; rows: RequestRow[] } {
  const query = { runId: id, ...page }
  const rows = readRequestRows(database, query)
  return {
    total: countRequestRows(database, query),
    rows:
      imported?.requests === 'durations'
        ? rows.map((row) => ({ ...row, scheduledAtMs: null, sentAtMs: null }))
        : rows,
  }
}

export function runDistributions(database: Database, { id }: Run): Distribution[] {
  return metricDistributions(measuredFromRecords(eachRecord(database, id)))
}

/** Tokens that can be read without noticeably delaying other calls. */
const fewTokens = 200_000
/** Tokens that can be read in the time of one request. */
const tokensPerRequest = 100

/** Whether a run is small. A run without a summary ended early or is still running. */
export function isSmall({ summary, plannedRequests }: Run): boolean {
  return plannedRequests * tokensPerRequest + (summary?.totalOutputTokens ?? 0) <= fewTokens
}

export function runPercentiles(
  database: Database,
  { id }: Run,
  percentiles: readonly number[],
): ComputedPercentiles {
  return computedPercentiles(measuredFromRecords(eachRecord(database, id)), percentiles)
}

/** The run with percentiles that its summary lacks, if its requests are stored. */
export function withStoredPercentiles<Stored extends Run>(
  database: Database,
  run: Stored,
  percentiles: readonly number[],
): Stored {
  if (!lacksPercentiles(run, percentiles)) return run
  return withPercentiles(run, runPercentiles(database, run, percentiles))
}

export function runTimeline(database: Database, run: Run): Timeline {
  const { id, summary, status, plannedRequests } = run
  const records = eachRecord(database, id)
  const window = steadySpanOf(run)
  return {
    ...buildTimeline(records, summary?.durationS ?? spanUs(records) / 1e6),
    steady: window && { startS: window.startS, endS: window.endS },
    ...(status === 'failed' && { lostFromS: lostFromS(records, plannedRequests) }),
  }
}

/** Empty if times are unknown. */
export function courseOf(database: Database, { id, imported }: Run): number[] {
  return imported?.requests === 'durations' ? [] : runCourse(readCourseRequests(database, id))
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

// Samples of a stored run: as series for a window, and summarised.
type TimedRun = Pick<Run, 'id' | 'startedAtEpochMs'>

export function withTelemetry(
  database: Database,
  { id, startedAtEpochMs, config }: TimedRun & Pick<Run, 'config'>,
  summary: RunSummary,
): RunSummary {
  if (startedAtEpochMs === null) return summary
  const { durationS, totalOutputTokens, steadyState } = summary
  const { sources } = readTelemetry(database, id)
  const telemetry = summarizeTelemetry(sources, {
    ...{ startedAtEpochMs, durationS, totalOutputTokens, steadyState },
    requests: measuredFromRecords(eachRecord(database, id)),
    limitsMs: config.goodput,
  })
  return {
    ...underKvPressure(summary, sources, { startedAtEpochMs, durationS }),
    ...{ telemetry, ...sampledScalars(telemetry) },
  }
}

/** Telemetry of a run; for a run in progress, telemetry so far. */
export function runTelemetry(
  database: Database,
  { id, startedAtEpochMs, summary }: TimedRun & Pick<Run, 'summary'>,
): RunTelemetryView {
  const { sources, problems } = readTelemetry(database, id)
  if (startedAtEpochMs === null) return { series: [], isThinned: false, problems: [...problems] }
  const durationS = summary?.durationS ?? (Date.now() - startedAtEpochMs) / 1000
  const { series, isThinned } = telemetrySeriesOf(sources, { startedAtEpochMs, durationS })
  return {
    series: series.map(({ name, label, points }) => ({
      name,
      label,
      atS: points.map(({ atS }) => atS),
      values: points.map(({ value }) => value),
    })),
    isThinned,
    problems: [...problems],
  }
}

/**
 * Computes the summary from the stored records, for runs that ended before they could. Counts of the client and of the load's
 * hosts are copied from `stated`, and so is the duration if the records allow it.
 */
export function recomputedSummary(database: Database, run: Run, stated: RunSummary): RunSummary {
  const { client, origin, workers } = stated
  const records = [...eachRecord(database, run.id)]
  const durationUs = possibleDurationUs(stated.durationS * 1e6, spanUs(records))
  const circumstances = { durationUs, client, origin, workers }
  const summary = summarizeRecords(records, { config: run.config, ...circumstances })
  return stated.telemetry === null ? summary : withTelemetry(database, run, summary)
}

/** Some clients wait for the duration of one more request after the last response. */
const longestWait = { share: 0.1, us: 2e6 } as const

/** The stated duration, unless a response ended after it, or the last one ended long before. */
function possibleDurationUs(statedUs: number, lastEndUs: number): number {
  const latestUs = lastEndUs * (1 + longestWait.share) + longestWait.us
  return statedUs >= lastEndUs - 1 && statedUs <= latestUs ? statedUs : lastEndUs
}

/**
 * Null if nothing was measured, or if the records cannot be read or summarised: a later version may succeed. Throws errors that
 * the caller reports itself.
 */
export function summaryIfAny(
  database: Database,
  run: Run,
  isReported: (error: unknown) => boolean = () => false,
): RunSummary | null {
  try {
    return storedSummary(database, run)
  } catch (error) {
    if (isReported(error)) throw error
    return null
  }
}

/** Null if nothing was measured. */
export function storedSummary(database: Database, run: Run): RunSummary | null {
  const { id, config } = run
  const records = eachRecord(database, id)
  const durationUs = spanUs(records)
  if (durationUs === 0) return null
  return withTelemetry(
    database,
    run,
    summarizeRecords(records, { config, durationUs, client: null }),
  )
}
