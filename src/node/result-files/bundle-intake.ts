// Stores the lines of a bundle one by one. A run counts only when the last of its requests has arrived.
import type { ImportProblem } from '#contract/import-report.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import {
  type BundleLine,
  type BundleLineOf,
  unbundledRequest,
} from '#core/result-file/bundle-line.ts'
import { message, remedied, storedFailure } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { asElsewhere } from '#core/stats/calibration/calibrated-for.ts'
import { listCalibrations, saveCalibration } from '#node/storage/calibrations.ts'
import type { Database } from '#node/storage/database.ts'
import { findImportedRun, saveImportedResult } from '#node/storage/imported-results.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { findRun, removeRuns, saveRun } from '#node/storage/runs.ts'
import { appendSweepLog, findSweep, saveSweep } from '#node/storage/sweeps.ts'
import { saveTelemetryProblem, telemetryAppender } from '#node/storage/telemetry.ts'

// Marks runs and sweeps of a bundle as imported and ended, because they cannot be continued here.
type Arrival = Readonly<{ fileName: string; nowEpochMs: number; requests: number }>

const longestName = 200

/** A run that was itself imported keeps its original source. */
function bundledRun(run: Run, { fileName, nowEpochMs, requests }: Arrival): Run {
  return {
    ...run,
    name: run.name.slice(0, longestName),
    status: run.status === 'preparing' || run.status === 'running' ? 'cancelled' : run.status,
    imported: run.imported ?? {
      fileName: fileName.slice(0, longestName),
      importedAtEpochMs: nowEpochMs,
      // The id is the same on every machine.
      contentHash: run.id,
      backend: run.config.backend,
      knownFields: Object.keys(benchmarkFieldsSchema.shape),
      requests: requests === 0 ? 'none' : 'times',
    },
  }
}

const resting: ReadonlySet<Sweep['status']> = new Set(['completed', 'cancelled', 'failed'])

function bundledSweep(sweep: Sweep): Sweep {
  const { plan, points, status } = sweep
  return {
    ...sweep,
    plan: { ...plan, name: plan.name.slice(0, longestName) },
    status: resting.has(status) ? status : 'cancelled',
    points: points.map((point) =>
      point.status === 'waiting' || point.status === 'running'
        ? { ...point, status: 'cancelled' }
        : point,
    ),
  }
}

/** Small enough that other processes can write between two batches. */
const batchSize = 500

/** Far more runs than a whole day of measuring produces. */
const mostRuns = 20_000
const mostLogEntries = 200_000
const mostCalibrations = 10_000

type Circumstances = Readonly<{ fileName: string; nowEpochMs: number }>

/** `isNew` is false for a run that is already stored: its requests are skipped. */
type OpenRun = { readonly run: Run; readonly isNew: boolean; missing: number; lastIndex: number }

export class BundleIntake {
  readonly report: ImportReport
  readonly #database: Database
  readonly #circumstances: Circumstances
  /** Sweeps of this bundle, and whether they were new. */
  readonly #sweeps = new Map<string, boolean>()
  /** Complete runs of this bundle by local id. A repeated run is not read from the database again, because it takes long. */
  readonly #wholeRuns = new Map<string, Run>()
  #open: OpenRun | null = null
  #batch: RequestRecord[] = []
  #runs = 0
  /** Ids of stored calibrations. */
  #calibrations: Set<string> | null = null
  #logEntries = 0
  #ended = false

  constructor(database: Database, circumstances: Circumstances) {
    this.#database = database
    this.#circumstances = circumstances
    const { fileName } = circumstances
    this.report = { fileName, imported: [], known: [], sweeps: [], problems: [] }
  }

  readonly #takers: {
    readonly [Kind in BundleLine['kind']]: (line: BundleLineOf<Kind>) => void
  } = {
    'kneepoint-bundle': () => undefined,
    sweep: ({ sweep }) => this.#takeSweep(sweep),
    log: ({ sweepId, entry }) => {
      if ((this.#logEntries += 1) > mostLogEntries) throw tooMany('entries of a log')
      if (this.#sweeps.get(sweepId) === true) appendSweepLog(this.#database, sweepId, entry)
    },
    calibration: ({ calibration }) => {
      this.#calibrations ??= new Set(listCalibrations(this.#database).map(({ id }) => id))
      if (this.#calibrations.has(calibration.id)) return
      if (this.#calibrations.size >= mostCalibrations) throw tooMany('calibrations')
      saveCalibration(this.#database, asElsewhere(calibration))
      this.#calibrations.add(calibration.id)
    },
    run: (line) => this.#takeRun(line),
    telemetry: (line) => this.#takeTelemetry(line),
    'telemetry-problem': ({ problem }) => {
      const run = this.#newRun()
      if (run !== null) saveTelemetryProblem(this.#database, run.id, problem)
    },
    request: (line) => this.#takeRequest(unbundledRequest(line)),
    end: ({ runs }) => {
      this.#closeRun()
      if (runs !== this.#runs) throw brokenOff()
      this.#ended = true
    },
    // A signature contains no metrics: `kneepoint verify` checks it.
    signature: () => undefined,
  }

  /** Throws `invalid-input` for a misplaced line. */
  take<Kind extends BundleLine['kind']>(line: BundleLineOf<Kind> & { kind: Kind }): void {
    if (this.#ended && line.kind !== 'signature') throw strayLine()
    const taker: (line: BundleLineOf<Kind>) => void = this.#takers[line.kind]
    taker(line)
  }

  /** Throws `invalid-input` for a bundle without its end. */
  finish(): void {
    this.#closeRun()
    if (!this.#ended) throw brokenOff()
  }

  /** Removes an incomplete run. */
  giveUp(): void {
    if (this.#open?.isNew) removeRuns(this.#database, [this.#open.run.id])
    this.#open = null
  }

  #takeSweep(sweep: BundleLineOf<'sweep'>['sweep']): void {
    if (this.#sweeps.has(sweep.id)) return
    const known = findSweep(this.#database, sweep.id)
    const kept = known ?? bundledSweep(sweep)
    if (known === null) saveSweep(this.#database, kept)
    this.report.sweeps.push(kept)
    this.#sweeps.set(sweep.id, known === null)
  }

  #takeRun({ run, requests, result }: BundleLineOf<'run'>): void {
    this.#closeRun()
    if ((this.#runs += 1) > mostRuns) throw tooMany('runs')
    const known = this.#knownRun(run)
    const isNew = known === null
    const sweepId = this.#sweeps.has(run.sweepId ?? '') ? run.sweepId : null
    const arriving = bundledRun({ ...run, sweepId }, { ...this.#circumstances, requests })
    this.#open = { run: known ?? arriving, isNew, missing: requests, lastIndex: -1 }
    if (!isNew) return
    // A run counts as failed until it is complete.
    saveRun(this.#database, { ...arriving, status: 'failed', summary: null, failure: halfRead })
    if (result !== null && run.imported !== null) {
      const { contentHash } = run.imported
      saveImportedResult(this.#database, { runId: run.id, contentHash, text: result })
    }
  }

  #knownRun({ id, imported }: Run): Run | null {
    const twin = imported && findImportedRun(this.#database, imported.contentHash)
    const find = (id: string) => this.#wholeRuns.get(id) ?? findRun(this.#database, id)
    return find(id) ?? find(twin ?? '')
  }

  #takeTelemetry({ source, samples }: BundleLineOf<'telemetry'>): void {
    const run = this.#newRun()
    if (run === null) return
    this.#database.transaction(() => {
      const append = telemetryAppender(this.#database, run.id, source)
      for (const sample of samples) append(sample)
    })()
  }

  /** The run being read; null if it is already stored. */
  #newRun(): Run | null {
    if (this.#open === null) throw strayLine()
    return this.#open.isNew ? this.#open.run : null
  }

  #takeRequest(record: RequestRecord): void {
    const open = this.#open
    if (open === null || open.missing === 0 || record.index <= open.lastIndex) throw strayLine()
    open.missing -= 1
    open.lastIndex = record.index
    if (!open.isNew) return
    this.#batch.push(record)
    if (this.#batch.length === batchSize) this.#flush(open)
  }

  #flush({ run }: OpenRun): void {
    appendRecords(this.#database, run.id, this.#batch)
    this.#batch = []
  }

  #closeRun(): void {
    const open = this.#open
    if (open === null) return
    if (open.missing > 0) throw brokenOff()
    if (open.isNew) {
      this.#flush(open)
      saveRun(this.#database, open.run)
    }
    this.#open = null
    if (this.#wholeRuns.has(open.run.id)) return
    this.#wholeRuns.set(open.run.id, open.run)
    this.report[open.isNew ? 'imported' : 'known'].push(open.run)
  }
}

const halfRead = storedFailure(remedied('files.bundleUnfinished'))

function brokenOff(): AppError {
  return new AppError('invalid-input', message('files.bundleCut'), {
    remedy: message('files.sendAgain'),
  })
}

function strayLine(): AppError {
  return new AppError('invalid-input', message('files.strayLine'), {
    remedy: message('files.writeBundleAgain'),
  })
}

function tooMany(things: string): AppError {
  return new AppError('invalid-input', message('files.tooManyInBundle', { things }), {
    remedy: message('files.doNotTrust'),
  })
}

// Result of importing one file into the database.
export type ImportReport = Readonly<{
  fileName: string
  imported: Run[]
  /** Runs that were imported before. */
  known: Run[]
  /** Sweeps of a bundle. */
  sweeps: Sweep[]
  problems: ImportProblem[]
}>
