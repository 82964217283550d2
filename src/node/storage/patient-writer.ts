// Queues a run's writes while the database is locked or too slow: states and samples in memory, requests in a spool.
import Sqlite from 'better-sqlite3'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Database } from './database.ts'
import type { TokenCount } from './requests.ts'
import { RunSpool } from './run-spool.ts'

/** Busy timeout of each attempt, which blocks the thread during a benchmark. */
const attemptMs = 100
/** Delay between attempts while the database is locked. */
const pauseMs = 1000
/** Time to wait for the database at the end of a run. */
const patienceMs = 60_000
/** Maximum number of queued samples and states; beyond this the oldest are dropped. */
const mostWaiting = 20_000
/** Limit on the time of inserts beyond the time between them: above half of all time, the database is slower than the load. */
const mostLagMs = 3000

type PatientOptions = Readonly<{
  database: Database
  runId: string
  /** Newest state of the run. */
  run: () => Run
  nowMs?: () => number
}>

export class PatientWriter {
  readonly #options: PatientOptions
  readonly #spool: RunSpool
  readonly #waiting: (() => void)[] = []
  #triedAtMs = -Infinity
  /** Time spent on inserts, minus the time between them. */
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

  /** Writes now, or in order once the database is unlocked. Throws all errors but locks. */
  write(work: () => void): void {
    if (this.#isFree() && this.#attempt(work)) return
    this.#waiting.push(work)
    if (this.#waiting.length > mostWaiting) this.#waiting.shift()
  }

  /** Appends to the database, or to the spool if the database is locked, full or slower than the load. */
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

  /** Resolves with true if everything is in the database. */
  async settle(waitMs = patienceMs): Promise<boolean> {
    const endMs = performance.now() + waitMs
    while (!(await this.#settleNow())) {
      if (performance.now() > endMs) return false
      await new Promise((resolve) => setTimeout(resolve, pauseMs / 4))
    }
    return true
  }

  /** Leaves the ended run to the next start of the program. */
  leave(run: Run, recounted: readonly TokenCount[] = []): void {
    this.#spool.addRun(run)
    if (recounted.length > 0) this.#spool.addRecounted(recounted)
    this.#spool.close()
  }

  /** Adds the end of the run to the spool, which would otherwise reopen it. */
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
      // Lets other work of the process run between batches.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return true
  }

  /** Writes all queued data first, to keep the order. */
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
      // The spool may accept them; the run ends, because later records will not find space either.
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

  /** False if another process locks the database. */
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
