// Requests that leave beside the measured ones, as probes and those of a warm-up do: nothing of them is recorded as it happens.
import type { RequestRecord } from '#core/model/run/request-record.ts'
import type { AnswerReading } from '#core/protocol/answer-reading.ts'
import type { LoadConnection } from './connections/load-connection.ts'
import { Exchange, type ExchangeObserver, type PlannedRequest } from './exchange.ts'
import { cancelled, timedOut } from './failure.ts'
import { KeptGaps } from './kept-gaps.ts'
import type { RequestBytes } from './request-bytes.ts'
import type { Targets } from './targets/targets.ts'
import { TokenGaps } from './token-gaps.ts'

export type LoadTools = Readonly<{ targets: Targets; reading: AnswerReading }>

type Sending = LoadTools & Readonly<{ requests: RequestBytes; timeoutS: number }>

type InFlight = Readonly<{ connection: LoadConnection; timeout: NodeJS.Timeout; gaps: TokenGaps }>

export abstract class UnmeasuredRequests implements ExchangeObserver {
  /** Nothing of them is marked. */
  readonly readLagUs = 0
  readonly #sending: Sending
  readonly #inFlight = new Map<Exchange, InFlight>()
  readonly #keptGaps = new KeptGaps()
  readonly #spareGaps: TokenGaps[] = []

  constructor(sending: Sending) {
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

  /** Later: the connection is still busy with what it read, and other sockets may have something to read that is measured. */
  onSettled(exchange: Exchange, reusable: boolean): void {
    setImmediate(() => this.#finish(exchange, reusable))
  }

  /** Times are since `startUs`, by our clock. */
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

  /** Called when its connection can carry another. */
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
