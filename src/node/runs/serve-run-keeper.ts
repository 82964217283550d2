// A thread that stores one run while it is measured, so that writing does not block reading sockets, and a crash loses no
// more than the last batch.
import { parentPort, workerData } from 'node:worker_threads'
import type { AppErrorWire } from '#contract/app-error.ts'
import { eachPackedRecord, type PackedRecords } from '#core/records/packed-records.ts'
import type { Launch } from '#core/model/launch.ts'
import type { Run } from '#core/model/run/run.ts'
import type { TelemetryProblem } from '#core/model/run/telemetry.ts'
import type { TelemetrySample, TelemetrySource } from '#core/records/sampled-values.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { tellable } from '#node/crash/tellable.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { localHost } from '#node/remote/local-host.ts'
import { explained } from '#node/storage/storage-error.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { PatientWriter } from '#node/storage/patient-writer.ts'
import { appendRecords, type TokenCount, saveOutputTokens } from '#node/storage/requests.ts'
import { holdRun } from '#node/storage/run-lock.ts'
import { saveRun, saveRunAnyway } from '#node/storage/runs.ts'
import { saveTelemetryProblem, telemetryAppender } from '#node/storage/telemetry.ts'
import { RunTelemetry, sampledFor } from '#node/telemetry/run-telemetry.ts'
import { placesOf } from '#node/telemetry/sampled-instances.ts'
import { recoverAbandoned } from './recover-interrupted.ts'
import { summaryIfAny, withTelemetry } from './stored-runs.ts'
import { telemetrySink } from './run-execution.ts'

/** Call this in a thread that was started with a KeeperOrder. */
export function serveRunKeeper(): void {
  const { databasePath } = workerData as KeeperOrder
  attempt(databasePath, () => {
    const database = openDatabase(databasePath)
    recoverAbandoned(database)
    const keeping = new Keeping(database, databasePath)
    parentPort?.on('message', (message: ToKeeper) =>
      attempt(databasePath, () => keeping.take(message, (work) => attempt(databasePath, work))),
    )
    tell({ type: 'opened' })
  })
}

class Keeping {
  readonly #database: Database
  readonly #databasePath: string
  #run: Run | null = null
  #giveBack: () => void = () => undefined
  #writer: PatientWriter | null = null
  #sampling: RunTelemetry | null = null
  readonly #appenders: ((sample: TelemetrySample) => void)[] = []

  constructor(database: Database, databasePath: string) {
    this.#database = database
    this.#databasePath = databasePath
  }

  take(message: ToKeeper, store: (work: () => void) => void): void {
    if (message.type === 'begin') return this.#begin(message, store)
    const database = this.#database
    const { writer, run } = this.#begun()
    switch (message.type) {
      case 'source':
        writer.write(() => {
          this.#appenders[message.number] = telemetryAppender(database, run.id, message.source)
        })
        break
      case 'sample':
        writer.write(() => this.#appenders[message.number]?.(message.sample))
        break
      case 'problem':
        writer.write(() => saveTelemetryProblem(database, run.id, message.problem))
        break
      case 'measured':
        void this.#sampling?.end()
        break
      case 'records':
        writer.append(
          (records) => appendRecords(database, run.id, records),
          () => eachPackedRecord(message.records),
        )
        tell({ type: 'kept' })
        break
      case 'end':
        void this.#close(store, message.outputTokens, message.run, () => {
          saveOutputTokens(database, run.id, message.outputTokens)
          return withKeptTelemetry(database, message.run)
        })
        break
      case 'fail':
        void this.#close(store, [], message.run, () => ({
          ...message.run,
          summary: summaryIfAny(database, message.run),
        }))
        break
    }
  }

  #begin(
    { run, sampling }: Extract<ToKeeper, { type: 'begin' }>,
    store: (work: () => void) => void,
  ): void {
    const database = this.#database
    this.#giveBack = holdRun(this.#databasePath, run.id)
    this.#run = run
    this.#writer = new PatientWriter({ database, runId: run.id, run: () => run })
    this.#writer.write(() => saveRun(database, run))
    if (sampling !== null) this.#sample(run, sampling, store)
  }

  #begun(): Readonly<{ writer: PatientWriter; run: Run }> {
    if (this.#writer === null || this.#run === null) throw new Error('no run was begun')
    return { writer: this.#writer, run: this.#run }
  }

  #sample(run: Run, { servers, launch }: KeptSampling, store: (work: () => void) => void): void {
    servers.forEach(({ headers }) => rememberSecrets(Object.values(headers)))
    const { writer } = this.#begun()
    const patiently = (write: () => void) => store(() => writer.write(write))
    const sink = telemetrySink(run.id, { database: this.#database, store: patiently })
    const places = sampledFor(run.config, { servers, ...placesOf(localHost(), launch) })
    this.#sampling = new RunTelemetry(places, sink)
    this.#sampling.begin()
  }

  async #close(
    store: (work: () => void) => void,
    recounted: readonly TokenCount[],
    run: Run,
    ended: () => Run,
  ): Promise<void> {
    await this.#sampling?.end()
    const { writer } = this.#begun()
    const isSettled = await writer.settle()
    store(() => {
      if (isSettled) {
        const kept = saveRunAnyway(this.#database, ended())
        this.#database.close()
        this.#giveBack()
        return tell({ type: 'ended', run: kept, spooledTo: null })
      }
      // Its lock file stays, so that the next start finds a run whose process has ended.
      writer.leave(run, recounted)
      tell({ type: 'ended', run, spooledTo: writer.spoolPath })
    })
  }
}

function withKeptTelemetry(database: Database, run: Run): Run {
  const { summary } = run
  return summary === null ? run : { ...run, summary: withTelemetry(database, run, summary) }
}

/** A failure is reported once; nothing is stored afterwards. */
let hasFailed = false

function attempt(databasePath: string, action: () => void): void {
  if (hasFailed) return
  try {
    action()
  } catch (error) {
    hasFailed = true
    tell({ type: 'failed', error: tellable(explained(databasePath, error)) })
  }
}

function tell(message: FromKeeper): void {
  parentPort?.postMessage(message)
}

/** Data passed to the thread at its start. */
export type KeeperOrder = Readonly<{ databasePath: string }>

/** Sampling in this thread, so that the measuring thread does nothing else. */
export type KeptSampling = Readonly<{
  servers: readonly ServerAccess[]
  /** Launch of the first server, on this computer; null unless it was launched here. */
  launch: Launch | null
}>

export type ToKeeper =
  /** Samples of a run on another computer arrive as messages of their own. */
  | { readonly type: 'begin'; readonly run: Run; readonly sampling: KeptSampling | null }
  | { readonly type: 'source'; readonly number: number; readonly source: TelemetrySource }
  | { readonly type: 'sample'; readonly number: number; readonly sample: TelemetrySample }
  | { readonly type: 'problem'; readonly problem: TelemetryProblem }
  /** Sampling has ended. */
  | { readonly type: 'measured' }
  | { readonly type: 'records'; readonly records: PackedRecords }
  /** The ended run, with tokens counted after it, by request index. */
  | { readonly type: 'end'; readonly run: Run; readonly outputTokens: readonly TokenCount[] }
  /** The run failed; its summary is computed from the stored records. */
  | { readonly type: 'fail'; readonly run: Run }

export type FromKeeper =
  | { readonly type: 'opened' }
  /** The oldest pending batch of records was stored. */
  | { readonly type: 'kept' }
  /** `run`: the stored run. `spooledTo`: the file with data that the database did not accept; null if none. */
  | { readonly type: 'ended'; readonly run: Run; readonly spooledTo: string | null }
  | { readonly type: 'failed'; readonly error: AppErrorWire }
