// The load before a run, without events: the same requests under the same limit. When the run begins none of
// it is sent any more, and what is in flight keeps its place until it has ended.
import { setTimeout as delay } from 'node:timers/promises'
import type { LoadPlan, PlannedWarmUp } from '#contract/load-protocol.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import type { AnswerReading } from '#core/protocol/answer-reading.ts'
import { nowUs } from './runtime/clock.ts'
import type { LoadConnection } from './connections/load-connection.ts'
import { Dispatcher } from './schedule/dispatcher.ts'
import { Exchange, type ExchangeObserver, type PlannedRequest } from './exchange.ts'
import { cancelled, timedOut } from './failure.ts'
import { KeptGaps } from './kept-gaps.ts'
import { RequestBytes } from './request-bytes.ts'
import { limitOf, type Share } from './schedule/share.ts'
import type { Targets } from './targets/targets.ts'
import { TokenGaps } from './token-gaps.ts'
import { EveryNth } from './schedule/turns.ts'

/** The run watches its own client from so long before it begins. */
const headStartMs = 20

type WarmUpTools = Readonly<{ targets: Targets; reading: AnswerReading }>

type InFlight = Readonly<{ connection: LoadConnection; timeout: NodeJS.Timeout; gaps: TokenGaps }>

export class WarmUp implements ExchangeObserver {
  /** Nothing of it is recorded. */
  readonly readLagUs = 0
  readonly #plan: LoadPlan
  readonly #warmUp: PlannedWarmUp
  readonly #tools: WarmUpTools
  readonly #requests: RequestBytes
  readonly #dispatcher: Dispatcher
  readonly #inFlight = new Map<Exchange, InFlight>()
  readonly #keptGaps = new KeptGaps()
  readonly #spareGaps: TokenGaps[] = []
  #startUs = 0
  #onVacated: () => void = () => undefined

  constructor(
    plan: LoadPlan,
    warmUp: PlannedWarmUp,
    { share, ...tools }: WarmUpTools & Readonly<{ share: Share }>,
  ) {
    const { offsetsS, lengthS, bodies } = warmUp
    this.#plan = plan
    this.#warmUp = warmUp
    this.#tools = tools
    this.#requests = new RequestBytes({ ...plan, bodies })
    this.#dispatcher = new Dispatcher({
      turns: new EveryNth(share.thread, share.threads, offsetsS?.length ?? Infinity),
      offsetsUs: (offsetsS ?? new Float64Array()).map((offsetS) => (offsetS + lengthS) * 1e6),
      untilUs: lengthS * 1e6,
      maxConcurrency: limitOf(plan, share),
      depart: (index) => this.#depart(index),
    })
  }

  get inFlight(): number {
    return this.#inFlight.size
  }

  /** From now on. Resolves when the run, which begins at `runStartUs` by our clock, is to be made ready. */
  async until(runStartUs: number, signal: AbortSignal): Promise<void> {
    this.#startUs = runStartUs - this.#warmUp.lengthS * 1e6
    this.#dispatcher.start(this.#startUs)
    const waitMs = (runStartUs - nowUs()) / 1000 - headStartMs
    if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }

  /** Called whenever one of it has ended, so that its place is free. */
  onVacated(listener: () => void): void {
    this.#onVacated = listener
  }

  /** What is under way is cut. */
  end(): void {
    this.#dispatcher.stop()
    for (const exchange of [...this.#inFlight.keys()]) exchange.cut(cancelled)
  }

  requestOf(planned: PlannedRequest): Uint8Array {
    return this.#requests.of(planned)
  }

  onSending(): void {}
  onRead(): void {}
  onFirstToken(): void {}
  onGaps(): void {}

  /** Later, as other sockets may have something to read that is measured. */
  onSettled(exchange: Exchange, reusable: boolean): void {
    setImmediate(() => this.#finish(exchange, reusable))
  }

  #finish(exchange: Exchange, reusable: boolean): void {
    const sent = this.#inFlight.get(exchange)
    if (sent === undefined) return
    this.#inFlight.delete(exchange)
    clearTimeout(sent.timeout)
    exchange.toRecord()
    this.#spareGaps.push(sent.gaps)
    this.#tools.targets.giveBack(exchange.planned.target, sent.connection, reusable)
    this.#dispatcher.free()
    this.#onVacated()
  }

  #depart(index: number): void {
    const { requestTimeoutS } = this.#plan
    const { reading, targets } = this.#tools
    const target = targets.choose(index, undefined)
    const gaps = this.#spareGaps.pop() ?? new TokenGaps(this.#keptGaps)
    const planned = {
      index,
      place: index % bodyCount(this.#warmUp.bodies),
      requestId: null,
      turn: undefined,
      target,
      scheduledAtUs: 0,
      dueAtUs: 0,
      promptTokens: 0,
      inputs: 1,
      inputAudioS: null,
    }
    const exchange = new Exchange(planned, {
      reading,
      gaps,
      observer: this,
      startUs: this.#startUs,
    })
    const connection = targets.acquire(target)
    const cut = () => exchange.cut(timedOut(requestTimeoutS))
    const timeout = setTimeout(cut, requestTimeoutS * 1000)
    this.#inFlight.set(exchange, { connection, timeout, gaps })
    connection.send(this.requestOf(planned), exchange)
  }
}
