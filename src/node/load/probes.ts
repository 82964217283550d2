// Small requests that leave at an even pace beside a load, past its limit of concurrency: they measure what
// a light user of the loaded server sees.
import type { LoadPlan, PlannedProbes } from '#contract/load-protocol.ts'
import type { ProbeResults } from '#core/model/run/probes.ts'
import type { AnswerReading } from '#core/protocol/answer-reading.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { nowUs } from './runtime/clock.ts'
import type { LoadConnection } from './connections/load-connection.ts'
import { Exchange, type ExchangeObserver, type PlannedRequest } from './exchange.ts'
import { cancelled, timedOut } from './failure.ts'
import { KeptGaps } from './kept-gaps.ts'
import { RequestBytes } from './request-bytes.ts'
import type { Targets } from './targets/targets.ts'
import { TokenGaps } from './token-gaps.ts'

type ProbeTools = Readonly<{ targets: Targets; reading: AnswerReading }>

type InFlight = Readonly<{ connection: LoadConnection; timeout: NodeJS.Timeout }>

export class Probes implements ExchangeObserver {
  /** Nothing of them is marked. */
  readonly readLagUs = 0
  readonly #perSecond: number
  readonly #requestTimeoutS: number
  readonly #requests: RequestBytes
  readonly #tools: ProbeTools
  readonly #inFlight = new Map<Exchange, InFlight>()
  readonly #keptGaps = new KeptGaps()
  readonly #latenciesUs: number[] = []
  #failed = 0
  #sent = 0
  #startUs = 0
  #timer: NodeJS.Timeout | undefined
  #onOver: (() => void) | null = null

  constructor(plan: LoadPlan, { body, perSecond }: PlannedProbes, tools: ProbeTools) {
    this.#perSecond = perSecond
    this.#requestTimeoutS = plan.requestTimeoutS
    this.#requests = new RequestBytes({ ...plan, bodies: writtenBodies([body]) })
    this.#tools = tools
  }

  start(): void {
    this.#startUs = nowUs()
    this.#sendAndWait()
  }

  /** No more are sent; resolves when the last has returned, or at once when none is awaited. */
  async stop(signal: AbortSignal): Promise<ProbeResults> {
    clearTimeout(this.#timer)
    const cut = () => this.#cutAll()
    signal.addEventListener('abort', cut, { once: true })
    if (signal.aborted) cut()
    await new Promise<void>((resolve) => {
      this.#onOver = resolve
      if (this.#inFlight.size === 0) resolve()
    })
    signal.removeEventListener('abort', cut)
    return { latenciesUs: this.#latenciesUs, failed: this.#failed }
  }

  /** The results are no longer wanted, as when the run cannot continue. */
  close(): void {
    clearTimeout(this.#timer)
    this.#cutAll()
  }

  requestOf(planned: PlannedRequest): Uint8Array {
    return this.#requests.of(planned)
  }

  onSending(): void {}

  onRead(): void {}

  onFirstToken(): void {}

  onGaps(): void {}

  /** Not here: the connection is still busy with what it read. */
  onSettled(exchange: Exchange, reusable: boolean): void {
    setImmediate(() => this.#finish(exchange, reusable))
  }

  /** On schedule, so that a slow answer does not keep the next probe from seeing that it is slow. */
  #sendAndWait(): void {
    this.#send()
    const dueUs = this.#startUs + (this.#sent * 1e6) / this.#perSecond
    this.#timer = setTimeout(() => this.#sendAndWait(), Math.max(0, (dueUs - nowUs()) / 1000))
  }

  #send(): void {
    const { targets, reading } = this.#tools
    const index = this.#sent++
    const target = targets.inTurn(index)
    const nothingPlanned = { requestId: null, promptTokens: 1, inputs: 1, inputAudioS: null }
    const exchange = new Exchange(
      { index, place: 0, target, scheduledAtUs: 0, dueAtUs: 0, ...nothingPlanned },
      {
        reading,
        gaps: new TokenGaps(this.#keptGaps),
        observer: this,
        startUs: this.#startUs,
      },
    )
    const connection = targets.acquire(target)
    const timeout = setTimeout(
      () => exchange.cut(timedOut(this.#requestTimeoutS)),
      this.#requestTimeoutS * 1000,
    )
    this.#inFlight.set(exchange, { connection, timeout })
    connection.send(this.requestOf(exchange.planned), exchange)
  }

  #finish(exchange: Exchange, reusable: boolean): void {
    const sent = this.#inFlight.get(exchange)
    if (sent === undefined) return
    this.#inFlight.delete(exchange)
    clearTimeout(sent.timeout)
    this.#tools.targets.giveBack(exchange.planned.target, sent.connection, reusable)
    this.#count(exchange)
    if (this.#inFlight.size === 0) this.#onOver?.()
  }

  #count(exchange: Exchange): void {
    const { error, sentAtUs, endedAtUs } = exchange.toRecord()
    if (error === null) this.#latenciesUs.push(endedAtUs - sentAtUs)
    else if (error !== cancelled) this.#failed++
  }

  #cutAll(): void {
    for (const exchange of [...this.#inFlight.keys()]) exchange.cut(cancelled)
  }
}
