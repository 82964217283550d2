// A thread that keeps one run as it is measured, so that writing keeps nobody from reading sockets, and a crash loses no
// more than the last batch.
import { parentPort, workerData } from 'node:worker_threads'
import { toWire } from '#contract/app-error.ts'
import { unpackRecords } from '#core/model/packed-records.ts'
import type { Run } from '#core/model/run.ts'
import { openDatabase, type Database } from '#node/storage/database.ts'
import { appendRecords, saveOutputTokens } from '#node/storage/requests.ts'
import { holdRun } from '#node/storage/run-lock.ts'
import { saveRun } from '#node/storage/runs.ts'
import { explained } from '#node/storage/storage-error.ts'
import { recoverAbandoned } from '../recover-interrupted.ts'
import { storedSummary } from '../stored-summary.ts'
import type { FromKeeper, KeeperOrder, ToKeeper } from './keeper-protocol.ts'

/** To be called in a thread that was started with a KeeperOrder. */
export function serveRunKeeper(): void {
  const { databasePath } = workerData as KeeperOrder
  attempt(databasePath, () => {
    const database = openDatabase(databasePath)
    recoverAbandoned(database)
    const keeping = new Keeping(database, databasePath)
    parentPort?.on('message', (message: ToKeeper) =>
      attempt(databasePath, () => keeping.take(message)),
    )
    tell({ type: 'opened' })
  })
}

class Keeping {
  readonly #database: Database
  readonly #databasePath: string
  #run: Run | null = null
  #giveBack: () => void = () => undefined

  constructor(database: Database, databasePath: string) {
    this.#database = database
    this.#databasePath = databasePath
  }

  take(message: ToKeeper): void {
    const database = this.#database
    switch (message.type) {
      case 'begin':
        this.#giveBack = holdRun(this.#databasePath, message.run.id)
        this.#run = message.run
        saveRun(database, message.run)
        break
      case 'records':
        if (this.#run === null) break
        appendRecords(database, this.#run.id, unpackRecords(message.records))
        tell({ type: 'kept' })
        break
      case 'end':
        saveOutputTokens(database, message.run.id, message.outputTokens)
        this.#close(message.run)
        break
      case 'fail':
        this.#close({ ...message.run, summary: storedSummary(database, message.run) })
        break
    }
  }

  #close(run: Run): void {
    saveRun(this.#database, run)
    this.#database.close()
    this.#giveBack()
    tell({ type: 'ended' })
  }
}

/** Whatever goes wrong is told once; what comes after it is not kept any more. */
let hasFailed = false

function attempt(databasePath: string, action: () => void): void {
  if (hasFailed) return
  try {
    action()
  } catch (error) {
    hasFailed = true
    tell({ type: 'failed', error: toWire(explained(databasePath, error)) })
  }
}

function tell(message: FromKeeper): void {
  parentPort?.postMessage(message)
}
