// One worker of a run: takes its shard, reports when it is prepared, starts at the common instant, and ends or is lost.
import { fromWire } from '#contract/app-error.ts'
import type {
  FromLoadGenerator,
  LoadOutcome,
  LoadPhase,
  LoadPlan,
  LoadProgress,
  PlaceReport,
} from '#contract/load-protocol.ts'
import { inEnglish } from '#core/messages/message.ts'
import { textOf } from '#core/messages/message-error.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { LoadWorker } from '#core/model/run/load-worker.ts'
import { unpackRecords } from '#core/records/packed-records.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Shard } from '#core/workload/shard.ts'
import { lostRecords, workerLost } from './lost-requests.ts'
import { Placement } from './placed-records.ts'
import { shardPlan } from './shard-plan.ts'
import type { WorkerPort, WorkerSource } from './worker-source.ts'
import { endedEarly } from './load-process.ts'

export type WorkerEvents = Readonly<{
  onPhase(phase: LoadPhase): void
  onProgress(progress: LoadProgress): void
  /** On the axis of the whole run. */
  onRecords(records: readonly RequestRecord[]): void
  onPlaces(report: PlaceReport): void
  /** It sends no more. */
  onOver(isLost: boolean): void
}>

type Work = Readonly<{ plan: LoadPlan; shard: Shard; events: WorkerEvents }>

/** A promise, and what settles it. */
class Awaited<Value> {
  resolve: (value: Value) => void = () => undefined
  reject: (error: unknown) => void = () => undefined
  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })

  constructor() {
    // Who waits for another one must not be surprised by this.
    this.promise.catch(() => undefined)
  }
}

export class WorkerRun {
  readonly name: string
  readonly port: WorkerPort
  readonly #work: Work
  readonly #ready = new Awaited<true>()
  readonly #prepared = new Awaited<true>()
  readonly #ended = new Awaited<true>()
  readonly #returned = new Set<number>()
  #placement: Placement | null = null
  #startMs = 0
  #missing = 0
  #failed: AppError | null = null
  #sent = 0
  outcome: LoadOutcome | null = null
  /** Why it went away; null unless it did. */
  lost: AppError | null = null

  constructor(source: WorkerSource, work: Work) {
    this.name = source.name
    this.#work = work
    this.port = source.open()
    this.port.onExit((code) => this.#fail(endedEarly(code)))
    this.port.onMessage((message) => this.#take(message))
  }

  /** Each rejects when the worker fails before. */
  get ready(): Promise<true> {
    return this.#ready.promise
  }

  get prepared(): Promise<true> {
    return this.#prepared.promise
  }

  /** Once it has started it rejects no more, but for the only worker. */
  get ended(): Promise<true> {
    return this.#ended.promise
  }

  /** Throws if it has failed already. */
  requireThere(): void {
    if (this.#failed !== null) throw this.#failed
  }

  get #isAlone(): boolean {
    return this.#work.shard.workers === 1
  }

  takePlan(): void {
    this.port.post({ type: 'start', plan: shardPlan(this.#work.plan, this.#work.shard) })
  }

  /** At a moment of our monotonic clock, in ms. */
  startAt(startMs: number): void {
    const { clock } = this.port
    const startThereMs = startMs + clock.at(startMs).offsetMs
    this.#startMs = startMs
    this.#placement = new Placement({ clock, startMs, startThereMs })
    this.port.post({ type: 'run', startS: startThereMs / 1000 })
  }

  /** From the start of the run to the last response, µs. */
  get durationUs(): number {
    const { durationUs = 0 } = this.outcome ?? {}
    return this.#isAlone ? durationUs : durationUs + (this.#placement?.shiftUs(durationUs) ?? 0)
  }

  report(): LoadWorker {
    const { startedLateMs } = this.outcome ?? {}
    return {
      ...this.port.origin(),
      state: this.lost === null ? 'ended' : 'lost',
      lostBecause: this.lost && inEnglish(textOf(this.lost)),
      requests: this.#returned.size,
      missingRequests: this.#missing,
      placedWithinMs: this.#placement?.withinMs ?? null,
      ...(startedLateMs !== undefined && { startedLateMs }),
      driftPpm: this.port.clock.driftPpm,
      client: this.outcome?.client ?? null,
    }
  }

  #take(message: FromLoadGenerator): void {
    if (this.lost !== null) return
    const { events } = this.#work
    switch (message.type) {
      case 'ready':
        this.#ready.resolve(true)
        break
      case 'phase':
        events.onPhase(message.phase)
        break
      case 'prepared':
        this.#prepared.resolve(true)
        break
      case 'places':
        events.onPlaces(message.report)
        break
      case 'progress':
        this.#sent = message.progress.sent
        events.onProgress(message.progress)
        break
      case 'records':
        events.onRecords(this.#placed(unpackRecords(message.records)))
        this.port.post({ type: 'kept' })
        break
      case 'finished':
        this.outcome = message.outcome
        events.onOver(false)
        this.#ended.resolve(true)
        break
      case 'failed':
        this.#fail(fromWire(message.error))
    }
  }

  #placed(records: readonly RequestRecord[]): readonly RequestRecord[] {
    if (this.#isAlone) return records
    for (const { index } of records) this.#returned.add(index)
    return records.map((record) => this.#placement?.place(record) ?? record)
  }

  #fail(error: AppError): void {
    if (this.outcome !== null || this.lost !== null) return
    this.#failed = error
    for (const awaited of [this.#ready, this.#prepared]) awaited.reject(error)
    if (this.#isAlone || this.#placement === null) return this.#ended.reject(error)
    this.lost = error
    this.port.kill()
    const { plan, shard, events } = this.#work
    const lost = lostRecords(plan, {
      shard,
      returned: this.#returned,
      atUs: Math.max(0, Math.round((performance.now() - this.#startMs) * 1000)),
      sent: this.#sent,
      error: workerLost(this.name, textOf(error)),
    })
    this.#missing = lost.length
    events.onRecords(lost)
    events.onOver(true)
    this.#ended.resolve(true)
  }
}
