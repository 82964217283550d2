// Requests outside the measurement, such as probes and warm-ups: none of their events are recorded.
import type { RequestRecord } from '#core/records/request-record.ts'
import type { AnswerReading } from '#core/protocol/answer-reading.ts'
import type { LoadConnection } from './connections/load-connection.ts'
import { Exchange, type ExchangeObserver, type PlannedRequest } from './exchange.ts'
import { cancelled, timedOut } from './failure.ts'
import { KeptGaps } from './token-gaps.ts'
import type { RequestBytes } from './request-bytes.ts'
import type { Targets } from './connections/targets.ts'
import { TokenGaps } from './token-gaps.ts'

export type LoadTools = Readonly<{ targets: Targets; reading: AnswerReading }>

type SendOptions = LoadTools & Readonly<{ requests: RequestBytes; timeoutS: number }>

type InFlight = Readonly<{ connection: LoadConnection; timeout: NodeJS.Timeout; gaps: TokenGaps }>

export abstract class UnmeasuredRequests implements ExchangeObserver {
  /** Their reads record no delay. */
  readonly readLagUs = 0
  readonly #sending: SendOptions
  readonly #inFlight = new Map<Exchange, InFlight>()
  readonly #keptGaps = new KeptGaps()
  readonly #spareGaps: TokenGaps[] = []

  constructor(sending: SendOptions) {
    this.#sending = sending
  }

  get inFlight(): number {
    return this.#inFlight.size
  }

  requestOf(planned: PlannedRequest): Uint8Array {
    return this.#sending.requests.of(planned)
  }

  onSending(): void {}
  onRead(): void {}
  onFirstToken(): void {}
  onGaps(): void {}

  /** Deferred: the connection is still handling its read, and measured sockets may have data to read. */
  onSettled(exchange: Exchange, reusable: boolean): void {
    setImmediate(() => this.#finish(exchange, reusable))
  }

  /** Times are relative to `startUs` on the local clock. */
  protected send(planned: PlannedRequest, startUs: number): void {
    const { targets, reading, timeoutS } = this.#sending
    const gaps = this.#spareGaps.pop() ?? new TokenGaps(this.#keptGaps)
    const exchange = new Exchange(planned, { reading, gaps, observer: this, startUs })
    const connection = targets.acquire(planned.target)
    const timeout = setTimeout(() => exchange.cut(timedOut(timeoutS)), timeoutS * 1000)
    this.#inFlight.set(exchange, { connection, timeout, gaps })
    connection.send(this.requestOf(planned), exchange)
  }

  protected cutAll(): void {
    for (const exchange of [...this.#inFlight.keys()]) exchange.cut(cancelled)
  }

  /** Called when the request's connection can carry another one. */
  protected abstract ended(record: RequestRecord): void

  #finish(exchange: Exchange, reusable: boolean): void {
    const sent = this.#inFlight.get(exchange)
    if (sent === undefined) return
    this.#inFlight.delete(exchange)
    clearTimeout(sent.timeout)
    const record = exchange.toRecord()
    this.#spareGaps.push(sent.gaps)
    this.#sending.targets.giveBack(exchange.planned.target, sent.connection, reusable)
    this.ended(record)
  }
}
