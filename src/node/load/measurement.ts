// One pass over a share of a plan's requests. Each request is sent on schedule over a pooled connection, its record is kept until
// the next batch, and progress is reported a few times a second.
import type { LoadPlan } from '#contract/load-protocol.ts'
import {
  type ConversationTurn,
  type RequestError,
  type RequestRecord,
} from '#core/records/request-record.ts'
import { positionIn } from '#core/workload/shard.ts'
import { afterReading } from './runtime/late-events.ts'
import { ClientMonitor } from './runtime/client-monitor.ts'
import { nowUs } from './runtime/clock.ts'
import type { LoadConnection } from './connections/load-connection.ts'
import { Conversations } from './schedule/conversations.ts'
import { Dispatcher, longestSliceUs } from './schedule/dispatcher.ts'
import { Exchange, type ExchangeObserver, type PlannedRequest } from './exchange.ts'
import { branchCancelled, cancelled, runTimedOut } from './failure.ts'
import { FailureWatch } from './failure-watch.ts'
import { LiveFigures } from './live-figures.ts'
import { idInRound, measuredOf, type MeasuredPlan } from './measured-plan.ts'
import type { MeasurementOutcome, MeasurementTools } from './measurement-hooks.ts'
import type { PlaceHolder } from './schedule/held-places.ts'
import { firstOpen, type PartProgress } from './progress.ts'
import { KeptGaps } from './token-gaps.ts'
import { RequestBytes } from './request-bytes.ts'
import type { ResendQueue } from './request-conduct.ts'
import { clientConduct, cutTurn, RequestLimits } from './request-limits.ts'
import { limitOf, turnsOf, type Share } from './schedule/share.ts'
import { TokenGaps } from './token-gaps.ts'

const tellEveryMs = 100
/** Interval at which records of ended requests are forwarded, to be stored in one batch. */
const handOnEveryMs = 250

/** Limits for an ended request that no other waits for: how long handling may block reads, and how long it may wait. */
const idleSliceUs = 50
const longestDelayUs = 20_000

/** Longer than a garbage collection. */
const lateReadUs = 20_000

type InFlight = Readonly<{ connection: LoadConnection; gaps: TokenGaps }>

/** A request that may be sent now. */
type DueRequest = Readonly<{
  index: number
  place: number
  turn?: ConversationTurn
  scheduledAtUs: number
  dueAtUs: number
}>

type SettledExchange = Readonly<{ exchange: Exchange; reusable: boolean }>

export class Measurement implements ExchangeObserver {
  readonly #plan: MeasuredPlan
  readonly #tools: MeasurementTools
  readonly #requests: RequestBytes
  readonly #limits: RequestLimits
  readonly #dispatcher: Dispatcher
  /** Null if no request belongs to a conversation. */
  readonly #conversations: Conversations | null
  /** Null unless ended requests may be sent again. */
  readonly #resends: ResendQueue | null
  readonly #monitor = new ClientMonitor()
  readonly #figures = new LiveFigures()
  readonly #failures: FailureWatch
  readonly #inFlight = new Map<Exchange, InFlight>()
  readonly #keptGaps = new KeptGaps()
  readonly #spareGaps: TokenGaps[] = []
  readonly #settled: SettledExchange[] = []
  readonly #finishLater = (): void => this.#finishSettled()
  #lastSettledUs = 0
  #finishedLastUs = 0
  #hasRead = false
  #records: RequestRecord[] = []
  #startUs = 0
  /** Time when the last response ended; null if the run ended without one. */
  #overUs: number | null = null
  #sent = 0
  #draining = false
  #runTimedOut = false
  #limit: NodeJS.Timeout | undefined
  #onOver: () => void = () => undefined
  #onFailure: (error: unknown) => void = () => undefined

  constructor(plan: LoadPlan, share: Share, tools: MeasurementTools) {
    const { warmUp = null } = tools
    this.#plan = measuredOf(plan)
    this.#tools = tools
    this.#requests = new RequestBytes(plan)
    this.#limits = new RequestLimits(plan)
    this.#conversations = this.#conversationsOf(plan)
    this.#resends = clientConduct?.resendsOf(plan, (again) => this.#attempt(again)) ?? null
    this.#failures = new FailureWatch(plan.failureLimits)
    this.#failures.reached.onabort = () => setImmediate(() => this.#orFail(() => this.#handOn()))
    this.#dispatcher = new Dispatcher({
      turns: turnsOf(plan, share),
      offsetsUs: plan.offsetsS.map((offsetS) => offsetS * 1e6),
      untilUs: (plan.sendUntilS ?? Infinity) * 1e6,
      maxConcurrency: limitOf(plan, share),
      occupied: () => warmUp?.inFlight ?? 0,
      depart: (place, dueAtUs) => this.#depart(place, dueAtUs),
      onOver: () => this.#onOver(),
    })
  }

  /** The schedule starts at `startUs` on the local clock, which may be in the future. */
  async run(signal: AbortSignal, startUs = nowUs()): Promise<MeasurementOutcome> {
    const cancel = () => this.#end(cancelled)
    signal.addEventListener('abort', cancel, { once: true })
    const telling = setInterval(() => this.#orFail(() => this.#tell()), tellEveryMs)
    const handingOn = setInterval(() => this.#orFail(() => this.#handOn()), handOnEveryMs)
    this.#limitRun(startUs)
    try {
      await this.#sendAll(signal, startUs)
      const durationUs = Math.max(0, Math.round((this.#overUs ?? nowUs()) - this.#startUs))
      const samples = this.#monitor.stop()
      this.#handOn()
      this.#tell()
      return { durationUs, cancelled: signal.aborted, timedOut: this.#runTimedOut, samples }
    } finally {
      clearTimeout(this.#limit)
      this.#limits.clear()
      signal.removeEventListener('abort', cancel)
      clearInterval(telling)
      clearInterval(handingOn)
    }
  }

  #sendAll(signal: AbortSignal, startUs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onOver = resolve
      this.#onFailure = reject
      this.#startUs = startUs
      this.#conversations?.start(startUs)
      this.#resends?.start(startUs)
      this.#tools.warmUp?.onVacated(() => this.#dispatcher.vacated())
      this.#monitor.start()
      if (signal.aborted) this.#dispatcher.stop()
      else this.#dispatcher.start(this.#startUs)
      if (this.#dispatcher.over) resolve()
    })
  }

  get readLagUs(): number {
    return this.#monitor.readLagUs
  }

  /** Slots under the concurrency limit. */
  get places(): PlaceHolder {
    return this.#dispatcher
  }

  /** Time the thread spent waiting for the next due request. */
  get waitedUs(): number {
    return this.#dispatcher.waitedUs
  }

  onSending(exchange: Exchange): void {
    this.#monitor.noteSent(exchange.planned.dueAtUs, exchange.sentAtUs)
    this.#limits.onSending(exchange)
  }

  requestOf(planned: PlannedRequest): Uint8Array {
    const { turn } = planned
    if (turn === undefined || this.#conversations === null) return this.#requests.of(planned)
    const conversationId = this.#conversations.idOf(turn)
    const body = this.#conversations.bodyOf(turn)
    return this.#requests.of(planned, { body, conversationId })
  }

  onRead(atUs: number): void {
    this.#hasRead = true
    if (this.#monitor.noteRead(atUs) > lateReadUs) this.#tools.onLateRead?.()
  }

  onPaced(lateUs: number): void {
    this.#monitor.notePaced(lateUs)
  }

  onFirstToken(ttftUs: number): void {
    this.#figures.addTtft(ttftUs)
    this.#monitor.noteFirstToken()
  }

  onGaps(gapUs: number, count: number): void {
    this.#figures.addGaps(gapUs, count)
  }

  /** Defers writing the record, because other sockets may have data to read, whose times count. */
  onSettled(exchange: Exchange, reusable: boolean): void {
    this.#lastSettledUs = nowUs()
    if (this.#settled.push({ exchange, reusable }) > 1) return
    this.#finishedLastUs = this.#lastSettledUs
    setImmediate(this.#finishLater)
  }

  #finishSettled(): void {
    const beganUs = nowUs()
    const isUrgent = this.#isWaitedFor() || beganUs - this.#finishedLastUs > longestDelayUs
    const hasRead = this.#hasRead
    this.#hasRead = false
    if (isUrgent || !hasRead) this.#finishUntil(beganUs + (isUrgent ? longestSliceUs : idleSliceUs))
    if (this.#settled.length > 0) setImmediate(this.#finishLater)
    if (!this.#dispatcher.over) return
    this.#overUs = this.#lastSettledUs
    this.#onOver()
  }

  /** Whether another request may wait for this one's slot; false once all are sent. */
  #isWaitedFor(): boolean {
    const isFollowed = this.#conversations !== null || this.#resends !== null
    return isFollowed || this.#limits.cancels || !this.#dispatcher.allSent
  }

  #finishUntil(untilUs: number): void {
    let finished = 0
    for (const { exchange, reusable } of this.#settled) {
      this.#finish(exchange, reusable)
      finished++
      this.#finishedLastUs = nowUs()
      if (this.#finishedLastUs > untilUs) break
    }
    this.#settled.splice(0, finished)
  }

  #finish(exchange: Exchange, reusable: boolean): void {
    const sent = this.#inFlight.get(exchange)
    if (sent === undefined) return
    this.#inFlight.delete(exchange)
    this.#limits.end(exchange)
    const record = exchange.toRecord()
    this.#spareGaps.push(sent.gaps)
    this.#tools.targets.giveBack(exchange.planned.target, sent.connection, reusable)
    const last = this.#resends === null ? record : this.#resends.afterAttempt(exchange, record)
    if (last !== null) this.#conclude(last)
  }

  #conclude(ended: RequestRecord): void {
    const last = this.#conversations?.conclude(ended) ?? { record: ended, goesOn: false }
    this.#keep(last.record)
    // A conversation keeps its slot between two turns.
    if (!last.goesOn) this.#dispatcher.free()
  }

  #conversationsOf(plan: LoadPlan): Conversations | null {
    if (plan.conversations === undefined) return null
    const conversations: Conversations = new Conversations(plan, plan.conversations, {
      onDue: (due) => this.#send({ ...conversations.whereIs(due.turn), ...due }),
      onLost: (record) => this.#keep(record),
      onCancelled: (turn, error) => cutTurn(this.#inFlight.keys(), turn, error),
    })
    return conversations
  }

  /** Sends a request, or begins a conversation. */
  #depart(placeInShard: number, dueAtUs: number): void {
    const scheduledAtUs = Math.round((this.#plan.offsetsS[placeInShard] ?? 0) * 1e6)
    const position = positionIn(this.#plan, placeInShard)
    const conversations = this.#conversations
    if (conversations === null) {
      const place = placeInShard % this.#plan.bodies
      return this.#send({ index: position, place, scheduledAtUs, dueAtUs })
    }
    const turn = conversations.begin(position)
    if (turn === null) return
    this.#send({ ...conversations.whereIs(turn), turn, scheduledAtUs, dueAtUs })
  }

  #send({ index, place, turn, scheduledAtUs, dueAtUs }: DueRequest): void {
    const { requestIds, promptTokens, inputs, inputAudioS, wholeBodies } = this.#plan
    const requestId = idInRound(requestIds[place] ?? null, Math.floor(index / wholeBodies))
    this.#sent++
    this.#attempt({
      index,
      place,
      requestId,
      turn,
      target: this.#tools.targets.choose(index, turn?.conversation),
      scheduledAtUs,
      dueAtUs,
      promptTokens: promptTokens[place] ?? 0,
      inputs: inputs[place] ?? 1,
      inputAudioS: inputAudioS[place] ?? null,
      ...this.#resends?.first,
    })
  }

  #attempt(planned: PlannedRequest): void {
    const gaps = this.#spareGaps.pop() ?? new TokenGaps(this.#keptGaps)
    const { reading, targets } = this.#tools
    const exchange = new Exchange(planned, {
      reading,
      gaps,
      observer: this,
      tokenLimit: this.#limits.tokensOf(planned, this.#conversations),
      startUs: this.#startUs,
    })
    const connection = targets.acquire(planned.target)
    this.#inFlight.set(exchange, { connection, gaps })
    this.#limits.begin(exchange)
    connection.send(this.requestOf(planned), exchange)
    if (this.#conversations?.isCancelled(planned.turn)) exchange.cut(branchCancelled.other)
  }

  #keep(record: RequestRecord): void {
    this.#records.push(record)
    this.#figures.add(record)
    this.#failures.add([record])
  }

  /** A timer may fire early, by the time that the event loop was busy when the timer was set. */
  #limitRun(startUs: number): void {
    const limitS = this.#plan.runTimeoutS
    if (limitS === null) return
    const leftMs = (startUs - nowUs()) / 1000 + limitS * 1000
    if (leftMs > 0) {
      this.#limit = setTimeout(() => this.#limitRun(startUs), leftMs)
    } else {
      this.#runTimedOut = true
      this.#end(runTimedOut(limitS))
    }
  }

  #cutStalled(): void {
    const limitS = this.#plan.stallTimeoutS
    if (limitS === null) return
    for (const exchange of this.#inFlight.keys()) exchange.cutIfStalled(limitS)
  }

  /** Sends nothing further and aborts the requests in flight. */
  #end(reason: RequestError): void {
    this.#stopSending()
    for (const exchange of [...this.#inFlight.keys()]) exchange.cut(reason)
    // If nothing is in flight, no other event will end the run.
    if (this.#dispatcher.over) this.#onOver()
  }

  #stopSending(): void {
    this.#dispatcher.stop()
    const thinking = this.#conversations?.stop() ?? 0
    for (let i = 0; i < thinking; i++) this.#dispatcher.free()
    for (const record of this.#resends?.stop() ?? []) this.#conclude(record)
  }

  /** A listener's error, such as a full disk, ends the run. */
  #orFail(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#stopSending()
      this.#onFailure(error)
    }
  }

  #handOn(): void {
    const { hooks } = this.#tools
    afterReading(() => this.#orFail(() => this.#cutStalled()))
    if (!this.#draining && this.#dispatcher.allSent && this.#conversations?.allSent !== false) {
      this.#draining = true
      hooks.onDraining()
    }
    const records = this.#records
    this.#records = []
    if (records.length > 0) hooks.onRecords(records)
  }

  #tell(): void {
    const elapsedS = Math.round(nowUs() - this.#startUs) / 1e6
    this.#tools.hooks.onProgress(this.#progress(), elapsedS)
  }

  #progress(): PartProgress {
    const { completed, failed, rejected, clientCancelled, tokenEvents } = this.#figures
    return {
      sent: this.#sent,
      begun: this.#dispatcher.sent,
      completed,
      failed,
      rejected,
      clientCancelled,
      inFlight: this.#inFlight.size,
      openRequests: firstOpen(this.#inFlight.keys()),
      tokenEvents,
      ...this.#figures.takeRecent(),
      client: this.#monitor.soFar,
    }
  }
}
