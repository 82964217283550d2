// Reads from the database what a report is made from.
import type { Run } from '#core/model/run/run.ts'
import { buildReport } from '#core/report-file/build-report.ts'
import type { ReportedRun } from '#core/report-file/report-source.ts'
import type { Report } from '#core/report-file/report.ts'
import { sampleRequests } from '#core/report-file/request-sample.ts'
import { runDistributions, runTimeline } from '#node/runs/stored-runs.ts'
import type { Database } from '#node/storage/database.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { eachRecord } from '#node/storage/requests.ts'
import { readSweepLog } from '#node/storage/sweep-log.ts'
import type { Reported } from './report-subject.ts'
import { telemetryOf } from './telemetry-of.ts'

export type ReportMaker = Readonly<{ version: string; nowEpochMs: number }>

/** Requests a page draws, over all of its runs; each has some. */
const mostRequests = 20_000
const [fewestPerRun, mostPerRun] = [60, 2000]

export function collectReport(
  database: Database,
  { title, sweeps, runs }: Reported,
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
