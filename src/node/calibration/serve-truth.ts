// The truthful server itself: streams tokens on an absolute schedule and keeps when it wrote each. All answers have
// the same rhythm, so two queues in order of time are all the agenda it needs.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { ServerTiming, Truth } from '#core/model/run/truth.ts'
import { nowUs } from '#node/load/runtime/clock.ts'
import { PreciseTimer } from '#node/load/runtime/precise-timer.ts'
import { Fifo } from './fifo.ts'
import { TruthfulAnswer } from './truthful-answer.ts'
import { serveTruthfulConnection } from './truthful-connection.ts'

/** At most this number of writes in a row, then sockets are read. */
const writesBetweenReads = 64

export class TruthService {
  readonly #timing: ServerTiming
  readonly #server: Server
  readonly #truths: Truth[] = []
  /** Answers whose first event is due, and those that have begun. */
  readonly #firsts = new Fifo<TruthfulAnswer>()
  readonly #begun = new Fifo<TruthfulAnswer>()
  readonly #timer = new PreciseTimer(() => this.#writeDue())

  constructor(timing: ServerTiming) {
    this.#timing = timing
    this.#server = createServer({ noDelay: true }, (socket) =>
      serveTruthfulConnection(socket, (request) => {
        this.#firsts.push(new TruthfulAnswer(request, { socket, timing: this.#timing }))
        this.#setTimer()
      }),
    )
  }

  async listen(): Promise<number> {
    this.#server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** What was done for each request that was answered at all. */
  stop(): readonly Truth[] {
    this.#timer.clear()
    this.#server.close()
    return this.#truths
  }

  #writeDue(): void {
    for (let writes = 0; writes < writesBetweenReads; writes++) {
      const queue = this.#next()
      if (queue === null || (queue.first?.dueUs ?? Infinity) > nowUs()) break
      this.#write(queue.shift())
    }
    this.#setTimer()
  }

  #write(answer: TruthfulAnswer): void {
    switch (answer.write()) {
      case 'now':
        return this.#begun.push(answer)
      case 'full':
        return answer.whenDrained(() => this.#resume(answer))
      case 'over':
        return this.#finish(answer)
    }
  }

  #resume(answer: TruthfulAnswer): void {
    this.#begun.push(answer)
    this.#setTimer()
  }

  #finish(answer: TruthfulAnswer): void {
    if (this.#timing.logs !== false) this.#truths.push(answer.truth)
    answer.end()
  }

  #setTimer(): void {
    const due = this.#next()?.first?.dueUs
    if (due !== undefined) this.#timer.set(due)
  }

  /** The queue whose head is due first. */
  #next(): Fifo<TruthfulAnswer> | null {
    const [firstUs, begunUs] = [this.#firsts.first?.dueUs, this.#begun.first?.dueUs]
    if (firstUs === undefined) return begunUs === undefined ? null : this.#begun
    return begunUs === undefined || firstUs < begunUs ? this.#firsts : this.#begun
  }
}
