// Writes of a run that wait for the database while another process holds it or it is slower than the load: states and samples
// in memory, requests in a spool beside it.
import Sqlite from 'better-sqlite3'
import type { RequestRecord } from '#core/model/run/request-record.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Database } from './database.ts'
import type { Recounted } from './requests.ts'
import { RunSpool } from './run-spool.ts'

/** A benchmark goes on meanwhile: each attempt blocks its thread for so long. */
const attemptMs = 100
/** Between attempts while it is held. */
const pauseMs = 1000
/** How long the end of a run waits for the database. */
const patienceMs = 60_000
/** Samples and states of a run; beyond that the oldest are given up. */
const mostWaiting = 20_000
/** How far inserts may exceed the time between them: above half the time, the database is slower than the load. */
const mostLagMs = 3000

type PatientOptions = Readonly<{
  database: Database
  runId: string
  /** Its newest state. */
  run: () => Run
  nowMs?: () => number
}>

export class PatientWriter {
  readonly #options: PatientOptions
  readonly #spool: RunSpool
  readonly #waiting: (() => void)[] = []
  #triedAtMs = -Infinity
  /** Time spent on inserts, less the time between them. */
  #lagMs = 0
  #insertedAtMs: number

  constructor(options: PatientOptions) {
    this.#options = options
    this.#insertedAtMs = this.#nowMs()
    this.#spool = new RunSpool(options.database.name, options.runId)
  }

  get spoolPath(): string {
    return this.#spool.path
  }

  /** Now, or in its turn when the database is free. Throws what is no lock. */
  write(work: () => void): void {
    if (this.#isFree() && this.#attempt(work)) return
    this.#waiting.push(work)
    if (this.#waiting.length > mostWaiting) this.#waiting.shift()
  }

  /** Into the database, or into the spool if that is held, full or slower than the load. */
  append(insert: (records: Iterable<RequestRecord>) => void, records: RecordBatch): void {
    const isInserted =
      this.#lagMs <= mostLagMs &&
      this.#spool.isEmpty &&
      this.#isFree() &&
      this.#insert(insert, records)
    if (isInserted) return
    if (this.#spool.isEmpty) this.#spool.addRun(this.#options.run())
    this.#spool.addRecords(records())
  }

  /** Resolves with whether everything is in the database. */
  async settle(waitMs = patienceMs): Promise<boolean> {
    const endMs = performance.now() + waitMs
    while (!(await this.#settleNow())) {
      if (performance.now() > endMs) return false
      await new Promise((resolve) => setTimeout(resolve, pauseMs / 4))
    }
    return true
  }

  /** Leaves the run as it ended to the next start. */
  leave(run: Run, recounted: readonly Recounted[] = []): void {
    this.#spool.addRun(run)
    if (recounted.length > 0) this.#spool.addRecounted(recounted)
    this.#spool.close()
  }

  /** Adds how the run ended to what waits beside the database, which would otherwise reopen it. */
  endSpool(run: Run): void {
    if (this.#spool.isEmpty) return
    try {
      this.leave(run)
    } catch {
      // The disk is full: the next start closes the run from its records.
    }
  }

  async #settleNow(): Promise<boolean> {
    this.#triedAtMs = -Infinity
    if (!this.#isFree()) return false
    if (this.#spool.isEmpty) return true
    const { database, runId } = this.#options
    const merging = this.#spool.mergingInto(database, runId)
    for (let isMerged = false; !isMerged;) {
      if (!this.#attempt(() => (isMerged = merging.next().done === true))) return false
      // Other work of the process goes on between batches.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return true
  }

  /** Everything that waited is written, so that the order holds. */
  #isFree(): boolean {
    if (this.#waiting.length === 0 && this.#triedAtMs === -Infinity) return true
    if (performance.now() - this.#triedAtMs < pauseMs) return false
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!this.#attempt(next)) return false
      this.#waiting.shift()
    }
    this.#triedAtMs = -Infinity
    return true
  }

  #insert(insert: (records: Iterable<RequestRecord>) => void, records: RecordBatch): boolean {
    const startMs = this.#nowMs()
    try {
      return this.#attempt(() => insert(records()))
    } catch (error) {
      // The file beside it may take them; the run ends, since the next ones will find no room either.
      if (isFull(error)) this.#keepDespite(records())
      throw error
    } finally {
      const endMs = this.#nowMs()
      const lagBeforeMs = Math.max(0, this.#lagMs - (startMs - this.#insertedAtMs))
      this.#lagMs = lagBeforeMs + endMs - startMs
      this.#insertedAtMs = endMs
    }
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? performance.now.bind(performance))()
  }

  #keepDespite(records: Iterable<RequestRecord>): void {
    try {
      if (this.#spool.isEmpty) this.#spool.addRun(this.#options.run())
      this.#spool.addRecords(records)
    } catch {
      // The disk is full: the error of the database is reported.
    }
  }

  /** False if another process holds the database. */
  #attempt(work: () => void): boolean {
    const { database } = this.#options
    const usualMs = Number(database.pragma('busy_timeout', { simple: true }))
    database.pragma(`busy_timeout = ${attemptMs}`)
    try {
      work()
      return true
    } catch (error) {
      if (!isHeld(error)) throw error
      this.#triedAtMs = performance.now()
      return false
    } finally {
      database.pragma(`busy_timeout = ${usualMs}`)
    }
  }
}

type RecordBatch = () => Iterable<RequestRecord>

function isHeld(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)
}

function isFull(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR)/.test(error.code)
}
