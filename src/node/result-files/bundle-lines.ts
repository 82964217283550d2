// The content of a bundle, line by line, read from the database as it is written, so that a large run is never in memory.
import {
  bundledRequest,
  type BundleLine,
  type BundleLineOf,
  bundleVersion,
} from '#core/result-file/bundle-line.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { shareableRun, shareableSweep } from '#core/report/shareable.ts'
import { calibratedFor } from '#core/stats/calibration/calibrated-for.ts'
import { listCalibrations } from '#node/storage/calibrations.ts'
import type { Database } from '#node/storage/database.ts'
import { readImportedResult } from '#node/storage/imported-results.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { eachRecord } from '#node/storage/requests.ts'
import { readTelemetry } from '#node/storage/telemetry.ts'
import { readSweepLog } from '#node/storage/sweeps.ts'

type BundleContent = Readonly<{
  name: string
  sweeps: readonly Sweep[]
  /** Runs, including the sweeps' runs. */
  runs: readonly Run[]
}>

type BundleOrigin = Readonly<{ version: string; nowEpochMs: number }>

export function* bundleLines(
  database: Database,
  { name, sweeps, runs }: BundleContent,
  { version, nowEpochMs }: BundleOrigin,
): Generator<BundleLine> {
  yield {
    kind: 'kneepoint-bundle',
    version: bundleVersion,
    name,
    writtenBy: version,
    writtenAtEpochMs: nowEpochMs,
  }
  for (const sweep of sweeps) yield* sweepLines(database, sweep)
  yield* calibrationLines(database, runs)
  for (const run of runs) yield* runLines(database, run)
  yield { kind: 'end', runs: runs.length }
}

function* sweepLines(database: Database, sweep: Sweep): Generator<BundleLine> {
  yield { kind: 'sweep', sweep: shareableSweep(sweep) }
  for (const entry of readSweepLog(database, sweep.id)) {
    yield { kind: 'log', sweepId: sweep.id, entry }
  }
}

/** Calibrations that provide the client's added latency for these runs. */
function calibrationLines(database: Database, runs: readonly Run[]): BundleLineOf<'calibration'>[] {
  const calibrations = listCalibrations(database)
  const moments = new Set(
    runs
      .filter(({ imported }) => imported === null)
      .map(({ summary }) => summary && calibratedFor(summary, calibrations)?.measuredAtEpochMs),
  )
  return calibrations
    .filter(({ createdAtEpochMs }) => moments.has(createdAtEpochMs))
    .map((calibration) => ({ kind: 'calibration', calibration }))
}

function* runLines(database: Database, run: Run): Generator<BundleLine> {
  yield {
    kind: 'run',
    run: shareableRun(run),
    requests: countRequestRows(database, { runId: run.id, failedOnly: false }),
    result: run.imported === null ? null : readImportedResult(database, run.id),
  }
  const { sources, problems } = readTelemetry(database, run.id)
  for (const { samples, ...source } of sources) {
    yield { kind: 'telemetry', source, samples: [...samples] }
  }
  for (const problem of problems) yield { kind: 'telemetry-problem', problem }
  for (const record of eachRecord(database, run.id)) yield bundledRequest(record)
}
