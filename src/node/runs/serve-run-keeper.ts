// A thread that stores one run while it is measured, so that writing does not block reading sockets, and a crash loses no
// more than the last batch.
import { parentPort, workerData } from 'node:worker_threads'
import { eachPackedRecord } from '#core/model/run/packed-records.ts'
import type { Run } from '#core/model/run/run.ts'
import type { TelemetrySample } from '#core/model/run/telemetry.ts'
import { gpusOfLaunch } from '#core/telemetry/gpus-of-launch.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { tellable } from '#node/crash/tellable.ts'
import { localHost } from '#node/remote/local-host.ts'
import { openDatabase, type Database } from '#node/storage/database.ts'
import { appendRecords, saveOutputTokens } from '#node/storage/requests.ts'
import { holdRun } from '#node/storage/run-lock.ts'
import { saveRun } from '#node/storage/runs.ts'
import { explained } from '#node/storage/storage-error.ts'
import { saveTelemetryProblem, telemetryAppender } from '#node/storage/telemetry.ts'
import { RunTelemetry } from '#node/telemetry/run-telemetry.ts'
import { recoverAbandoned } from './recover-interrupted.ts'
import { storedSummary } from './stored-summary.ts'
import { withTelemetry } from './stored-telemetry.ts'
import { telemetrySink } from './telemetry-sink.ts'
import type { FromKeeper, KeeperOrder, KeptSampling, ToKeeper } from './keeper-protocol.ts'

/** To be called in a thread that was started with a KeeperOrder. */
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
  #sampling: RunTelemetry | null = null
  readonly #appenders: ((sample: TelemetrySample) => void)[] = []

  constructor(database: Database, databasePath: string) {
    this.#database = database
    this.#databasePath = databasePath
  }

  take(message: ToKeeper, store: (work: () => void) => void): void {
    const database = this.#database
    const runId = this.#run?.id ?? ''
    switch (message.type) {
      case 'begin':
        this.#giveBack = holdRun(this.#databasePath, message.run.id)
        this.#run = message.run
        saveRun(database, message.run)
        if (message.sampling !== null) this.#sample(message.run, message.sampling, store)
        break
      case 'source':
        this.#appenders[message.number] = telemetryAppender(database, runId, message.source)
        break
      case 'sample':
        this.#appenders[message.number]?.(message.sample)
        break
      case 'problem':
        saveTelemetryProblem(database, runId, message.problem)
        break
      case 'measured':
        void this.#sampling?.end()
        break
      case 'records':
        if (this.#run === null) break
        appendRecords(database, this.#run.id, eachPackedRecord(message.records))
        tell({ type: 'kept' })
        break
      case 'end':
        saveOutputTokens(database, message.run.id, message.outputTokens)
        void this.#close(store, () => withKeptTelemetry(database, message.run))
        break
      case 'fail':
        void this.#close(store, () => ({
          ...message.run,
          summary: storedSummary(database, message.run),
        }))
        break
    }
  }

  #sample(run: Run, { server, gpus }: KeptSampling, store: (work: () => void) => void): void {
    rememberSecrets(Object.values(server.headers))
    const place = 'problem' in gpus ? gpus : { host: localHost(), isUsed: gpusOfLaunch(gpus) }
    const sink = telemetrySink(run.id, { database: this.#database, store })
    this.#sampling = new RunTelemetry(
      { server, gpus: place, rateHz: run.config.telemetryRateHz },
      sink,
    )
    this.#sampling.begin()
  }

  async #close(store: (work: () => void) => void, ended: () => Run): Promise<void> {
    await this.#sampling?.end()
    store(() => {
      saveRun(this.#database, ended())
      this.#database.close()
      this.#giveBack()
      tell({ type: 'ended' })
    })
  }
}

function withKeptTelemetry(database: Database, run: Run): Run {
  const { summary } = run
  return summary === null ? run : { ...run, summary: withTelemetry(database, run, summary) }
}

/** Any failure is reported once; nothing after it is stored. */
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
