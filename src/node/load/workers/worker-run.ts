// One worker of a run: takes its shard, reports when it is prepared, starts at the common time, and ends or is lost.
import { fromWire } from '#contract/app-error.ts'
import type {
  FromLoadGenerator,
  LoadOutcome,
  LoadPhase,
  LoadPlan,
  LoadProgress,
  PlaceReport,
} from '#contract/load-protocol.ts'
import { inEnglish, message, type Text, textOf } from '#core/messages/message.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { LoadWorker } from '#core/model/run/run-summary.ts'
import { unpackRecords } from '#core/records/packed-records.ts'
import type { FirstTimes, RequestRecord, RequestError } from '#core/records/request-record.ts'
import { type Shard, positionIn, sizeOfShard } from '#core/workload/shard.ts'
import { shardPlan, beginningsOf } from './shard-plan.ts'
import type { WorkerPort, WorkerSource } from './worker-source.ts'
import { endedEarly } from './load-process.ts'
import type { ClockFit } from '#core/telemetry/clock-fit.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { failure } from '../failure.ts'
import { idInRound } from '../measured-plan.ts'
import { requestsPerBeginning } from '../progress.ts'
import { unsentRecord, type Unsent } from '../unsent-record.ts'

export type WorkerEvents = Readonly<{
  onPhase(phase: LoadPhase): void
  onProgress(progress: LoadProgress): void
  /** On the time axis of the whole run. */
  onRecords(records: readonly RequestRecord[]): void
  onPlaces(report: PlaceReport): void
  /** The worker sends no more. */
  onOver(isLost: boolean): void
}>

type Work = Readonly<{ plan: LoadPlan; shard: Shard; events: WorkerEvents }>

/** A promise and the functions that settle it. */
class Awaited<Value> {
  resolve: (value: Value) => void = () => undefined
  reject: (error: unknown) => void = () => undefined
  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve
    this.reject = reject
  })

  constructor() {
    // Prevents an unhandled rejection while the caller awaits another worker.
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
  /** Reason why it was lost; null if it was not. */
  lost: AppError | null = null

  constructor(source: WorkerSource, work: Work) {
    this.name = source.name
    this.#work = work
    this.port = source.open()
    this.port.onExit((code) => this.#fail(endedEarly(code)))
    this.port.onMessage((message) => this.#take(message))
  }

  /** Each rejects if the worker fails before. */
  get ready(): Promise<true> {
    return this.#ready.promise
  }

  get prepared(): Promise<true> {
    return this.#prepared.promise
  }

  /** Once the worker has started it no longer rejects, unless it is the only worker. */
  get ended(): Promise<true> {
    return this.#ended.promise
  }

  /** Throws if the worker has already failed. */
  requireThere(): void {
    if (this.#failed !== null) throw this.#failed
  }

  get #isAlone(): boolean {
    return this.#work.shard.workers === 1
  }

  takePlan(): void {
    this.port.post({ type: 'start', plan: shardPlan(this.#work.plan, this.#work.shard) })
  }

  /** Start time on the local monotonic clock, in ms. */
  startAt(startMs: number): void {
    const { clock } = this.port
    const startThereMs = startMs + clock.at(startMs).offsetMs
    this.#startMs = startMs
    this.#placement = new Placement({ clock, startMs, startThereMs })
    this.port.post({ type: 'run', startS: startThereMs / 1000 })
  }

  /** Time from the start of the run to the last response, in µs. */
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
      ...(this.lost && { lostText: textOf(this.lost) }),
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

type Axis = Readonly<{
  clock: ClockFit
  /** Start of the run on the local monotonic clock, in ms. */
  startMs: number
  /** Start of the worker's axis on its own monotonic clock, in ms. */
  startThereMs: number
}>

/**
 * Shifts the records of one worker to the time axis of the whole run. All times of a record shift by the same amount, so every
 * latency remains a difference on the worker's own clock.
 */
class Placement {
  readonly #axis: Axis
  /** Maximum error of a shifted time; null before the first. */
  withinMs: number | null = null

  constructor(axis: Axis) {
    this.#axis = axis
  }

  /** Shifts a record. A first turn's scheduled time is already on the run's axis; a later turn's is not. */
  place(record: RequestRecord): RequestRecord {
    const byUs = Math.max(this.shiftUs(record.endedAtUs), -record.sentAtUs)
    const isScheduled = (record.turn?.number ?? 0) === 0
    return {
      ...record,
      scheduledAtUs: isScheduled ? record.scheduledAtUs : record.scheduledAtUs + byUs,
      sentAtUs: record.sentAtUs + byUs,
      firstTokenAtUs: moved(record.firstTokenAtUs, byUs),
      firstAtUs: movedTimes(record.firstAtUs, byUs),
      endedAtUs: record.endedAtUs + byUs,
    }
  }

  /** Offset from the worker's axis to the run's, at a time of the worker's axis, in whole µs. */
  shiftUs(atUs: number): number {
    const { clock, startMs, startThereMs } = this.#axis
    const thereMs = startThereMs + atUs / 1000
    const oursMs = thereMs - clock.at(startMs + atUs / 1000).offsetMs
    const { offsetMs, uncertaintyMs } = clock.at(oursMs)
    this.withinMs = Math.max(this.withinMs ?? 0, uncertaintyMs)
    return Math.round((thereMs - offsetMs - startMs) * 1000) - atUs
  }
}

function movedTimes({ chunk, content, reasoning, toolCall }: FirstTimes, byUs: number): FirstTimes {
  return {
    chunk: moved(chunk, byUs),
    content: moved(content, byUs),
    reasoning: moved(reasoning, byUs),
    toolCall: moved(toolCall, byUs),
  }
}

function moved(atUs: number | null, byUs: number): number | null {
  return atUs === null ? null : atUs + byUs
}

type Lost = Readonly<{
  shard: Shard
  /** Indices of the records it returned. */
  returned: ReadonlySet<number>
  /** Time of the loss, relative to the start of the run. */
  atUs: number
  /** Requests it had sent by its last report. */
  sent: number
  error: RequestError
}>

function workerLost(worker: string, why: Text): RequestError {
  return failure('worker-lost', message('runs.failed.workerLost', { worker, why }))
}

/** Number of planned requests; for an unlimited plan, the number in flight, at least one. */
function lostRecords(
  plan: LoadPlan,
  { shard, returned, atUs, sent, error }: Lost,
): RequestRecord[] {
  const bodies = bodyCount(plan.bodies)
  const begun = Math.max(1, Math.ceil(sent / requestsPerBeginning(plan)))
  const planned = sizeOfShard(shard, beginningsOf(plan))
  const places = Array.from({ length: planned === Infinity ? begun : planned }, (_, i) => i)
  return places
    .flatMap((place) => plannedAt(plan, positionIn(shard, place)))
    .filter(({ index }) => !returned.has(index))
    .map(({ index, turn, dueS }) => {
      const place = index % bodies
      return unsentRecord({
        index,
        requestId: idInRound(plan.requestIds[place] ?? null, Math.floor(index / bodies)),
        turn,
        scheduledAtUs: dueS === null ? atUs : Math.round(dueS * 1e6),
        atUs: Math.max(atUs, Math.round((dueS ?? 0) * 1e6)),
        promptTokens: plan.promptTokens[place] ?? 0,
        inputs: plan.inputs[place] ?? 1,
        inputAudioS: plan.inputAudioS[place] ?? null,
        error,
      })
    })
}

type ScheduledRequest = Pick<Unsent, 'index' | 'turn'> & Readonly<{ dueS: number | null }>

/** A single request, or the turns of a conversation, of which only the first has a due time in advance. */
function plannedAt(
  { offsetsS, conversations, bodies }: LoadPlan,
  position: number,
): ScheduledRequest[] {
  const dueS = offsetsS[position] ?? 0
  if (conversations === undefined) return [{ index: position, turn: undefined, dueS }]
  const { ids, firstTurns } = conversations
  const conversation = position % ids.length
  const first = firstTurns[conversation] ?? 0
  const before = Math.floor(position / ids.length) * bodyCount(bodies) + first
  const turns = (firstTurns[conversation + 1] ?? 0) - first
  return Array.from({ length: turns }, (_, number) => ({
    index: before + number,
    turn: { conversation: position, number },
    dueS: number === 0 ? dueS : null,
  }))
}
