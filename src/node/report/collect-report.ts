// Reads the content of a report from the database.
import { message, type Text } from '#core/messages/message.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { appError } from '#core/model/app-error.ts'
import { notFound } from '#node/storage/storage-error.ts'
import type { Database } from '#node/storage/database.ts'
import { findRun, listRuns } from '#node/storage/runs.ts'
import { type Series, telemetrySeriesOf } from '#core/telemetry/telemetry-series.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'
import { buildReport } from '#core/report-file/build-report.ts'
import type { Report, ReportedRun } from '#core/report-file/report.ts'
import { sampleRequests } from '#core/report-file/request-sample.ts'
import { runDistributions, runTimeline } from '#node/runs/stored-runs.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { eachRecord } from '#node/storage/requests.ts'
import { findSweep, readSweepLog } from '#node/storage/sweeps.ts'

export type ReportMaker = Readonly<{ version: string; nowEpochMs: number }>

/** Maximum number of requests that a page draws across all its runs; each run gets a share. */
const mostRequests = 20_000
const [fewestPerRun, mostPerRun] = [60, 2000]

export function collectReport(
  database: Database,
  { title, sweeps, runs }: ReportContent,
  { version, nowEpochMs }: ReportMaker,
): Report {
  const most = Math.min(mostPerRun, Math.max(fewestPerRun, Math.floor(mostRequests / runs.length)))
  return buildReport({
    title,
    version,
    madeAtEpochMs: nowEpochMs,
    sweeps: sweeps.map((sweep) => ({ sweep, log: readSweepLog(database, sweep.id) })),
    runs: runs.map((run) => reportedRun(database, run, most)),
  })
}

function reportedRun(database: Database, run: Run, most: number): ReportedRun {
  const total = countRequestRows(database, { runId: run.id, failedOnly: false })
  const unknown = { timeline: null, requests: null, telemetry: [] }
  if (total === 0) return { run, distributions: [], ...unknown }
  const distributions = runDistributions(database, run)
  if (run.imported?.requests === 'durations') return { run, distributions, ...unknown }
  return {
    run,
    distributions,
    timeline: runTimeline(database, run),
    requests: sampleRequests(eachRecord(database, run.id), { total, most }),
    telemetry: telemetryOf(database, run),
  }
}

// Subjects of a report: sweeps with their runs, and other runs.
export type ReportSubject = Readonly<{ sweepIds: readonly string[]; runIds: readonly string[] }>

export type ReportContent = Readonly<{
  title: Text
  sweeps: readonly Sweep[]
  /** Runs, including the sweeps' runs, without duplicates; only ended runs. */
  runs: readonly Run[]
}>

/** Throws `not-found` if one is missing, or nothing has ended yet. */
export function reportedOf(database: Database, { sweepIds, runIds }: ReportSubject): ReportContent {
  const sweeps = sweepIds.map((id) => findSweep(database, id) ?? notFound('sweep', id))
  const swept = sweeps.flatMap((sweep) => runsOf(database, sweep))
  const sweptIds = new Set(swept.map(({ id }) => id))
  const alone = runIds
    .filter((id) => !sweptIds.has(id))
    .map((id) => findRun(database, id) ?? notFound('run', id))
  const runs = [...swept, ...alone].filter(isOver)
  if (runs.length === 0) {
    throw appError('not-found', 'files.noEndedRun')
  }
  return { title: titleOf(sweeps, alone), sweeps, runs }
}

/** Runs of a sweep; for a repeated point, only the last attempt. */
function runsOf(database: Database, { id, points }: Sweep): Run[] {
  const last = new Set(points.map(({ runId }) => runId))
  return listRuns(database, { text: '', sweepId: id })
    .filter((run) => last.has(run.id))
    .sort((a, b) => (a.pointIndex ?? 0) - (b.pointIndex ?? 0))
}

function isOver({ status }: Run): boolean {
  return status !== 'preparing' && status !== 'running'
}

function titleOf(sweeps: readonly Sweep[], runs: readonly Run[]): Text {
  const names = [...sweeps.map(({ plan }) => plan.name), ...runs.map(({ name }) => name)]
  const [first = message('report.title'), ...others] = names
  const count = others.length
  return count === 0 ? first : message('report.titleOfSeveral', { first, count })
}

// The telemetry of a stored run, as series over time.
export function telemetryOf(
  database: Database,
  { id, startedAtEpochMs, summary }: Run,
): readonly Series[] {
  if (startedAtEpochMs === null || summary === null) return []
  const span = { startedAtEpochMs, durationS: summary.durationS }
  return telemetrySeriesOf(readTelemetry(database, id).sources, span).series
}
