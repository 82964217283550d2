// The truthful server: streams tokens on an absolute schedule and records when it wrote each. All responses have the same
// intervals between tokens, so two queues in order of time suffice.
import { Buffer } from 'node:buffer'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { nowUs } from '#node/load/runtime/clock.ts'
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'
import { PreciseTimer } from '#node/load/runtime/precise-timer.ts'
import { TruthfulAnswer, type TruthfulRequest } from './truthful-answer.ts'

// A queue that removes items without moving the others.
class Fifo<Item> {
  #items: Item[] = []
  #taken = 0

  get first(): Item | undefined {
    return this.#items[this.#taken]
  }

  push(item: Item): void {
    this.#items.push(item)
  }

  /** Must not be called on an empty queue. */
  shift(): Item {
    const item = this.#items[this.#taken]
    if (item === undefined) throw new RangeError('nothing waits')
    this.#taken++
    if (this.#taken * 2 > this.#items.length) this.#forgetTaken()
    return item
  }

  #forgetTaken(): void {
    this.#items = this.#items.slice(this.#taken)
    this.#taken = 0
  }
}

// Reads requests from one connection of the truthful server, one at a time, as completion clients send them.
const endOfHead = '\r\n\r\n'
const model = {
  id: 'mock',
  object: 'model',
  created: 1767225600,
  owned_by: 'kneepoint',
  root: 'mock',
  max_model_len: 1_048_576,
}
const models = JSON.stringify({ object: 'list', data: [model] })
const modelList =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n' +
  `content-length: ${models.length}\r\n\r\n${models}`

type Message = Readonly<{ head: string; body: string; length: number }>

/** Requests with any method but POST get the list with the only model. */
function serveTruthfulConnection(
  socket: Socket,
  onRequest: (request: TruthfulRequest) => void,
): void {
  let received = Buffer.alloc(0)
  let answering = false

  function takeRequest(): void {
    const message = answering ? null : readMessage(received)
    if (message === null) return
    const receivedUs = nowUs()
    received = received.subarray(message.length)
    if (!message.head.startsWith('POST ')) {
      socket.write(modelList)
      return takeRequest()
    }
    answering = true
    onRequest({ ...wishesOf(message), receivedUs, onAnswered })
  }

  function onAnswered(): void {
    answering = false
    takeRequest()
  }

  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    takeRequest()
  })
}

/** Null while the message is incomplete. */
function readMessage(received: Buffer): Message | null {
  const headLength = received.indexOf(endOfHead)
  if (headLength === -1) return null
  const head = received.toString('latin1', 0, headLength)
  const bodyStart = headLength + endOfHead.length
  const length = bodyStart + Number(headerOf(head, 'content-length') ?? 0)
  return received.length < length
    ? null
    : { head, body: received.toString('utf8', bodyStart, length), length }
}

function wishesOf({ head, body }: Message): Pick<TruthfulRequest, 'id' | 'tokens' | 'wantsUsage'> {
  const { max_tokens, stream_options } = JSON.parse(body) as {
    max_tokens?: number
    stream_options?: { include_usage?: boolean }
  }
  return {
    id: headerOf(head, 'x-request-id') ?? '',
    tokens: Math.max(1, max_tokens ?? 16),
    wantsUsage: stream_options?.include_usage ?? false,
  }
}

function headerOf(head: string, name: string): string | null {
  return new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? null
}

/** Maximum number of consecutive writes before sockets are read. */
const writesBetweenReads = 64

export class TruthService {
  readonly #timing: ServerTiming
  readonly #server: Server
  readonly #truths: Truth[] = []
  /** Responses whose first event is due, and those in progress. */
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

  /** Stops the server and returns the record of each request with a response. */
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
