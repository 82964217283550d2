// A connection on which a request starts a job. The job is polled on the same connection until it is finished; the final poll's
// response becomes the response to the request.
import { Buffer } from 'node:buffer'
import { inEnglish, message } from '#core/messages/message.ts'
import type { ResponseSettings } from '#core/protocol/requests/request-form.ts'
import type { ResponseHead } from '#core/protocol/response-head.ts'
import type { LoadConnection, ProtocolConnections } from '#node/load/connections/load-connection.ts'
import type { ResponseListener } from '#node/load/connections/response-listener.ts'
import { nowUs } from '#node/load/runtime/clock.ts'
import { readJob } from '#features/omni/core/images-and-videos.ts'

const headEnd = '\r\n\r\n'
const usPerS = 1e6

type PollLimits = NonNullable<ResponseSettings['polling']>

class PolledConnection implements LoadConnection {
  readonly #carrier: LoadConnection
  readonly #polling: PollLimits
  #poll: Poll | null = null

  constructor(carrier: LoadConnection, polling: PollLimits) {
    this.#carrier = carrier
    this.#polling = polling
  }

  prepare(): Promise<void> {
    return this.#carrier.prepare()
  }

  send(request: Uint8Array, listener: ResponseListener): void {
    const head = headOf(request)
    this.#poll = new Poll({ carrier: this.#carrier, polling: this.#polling, head, listener })
    this.#carrier.send(request, this.#poll)
  }

  destroy(error: Error): void {
    const waited = this.#poll?.stop() ?? null
    this.#carrier.destroy(error)
    // Between two polls no request is in flight that could report the error.
    waited?.onError(error)
  }
}

type PollOptions = Readonly<{
  carrier: LoadConnection
  polling: PollLimits
  /** Head of the request that starts the job. */
  head: string
  listener: ResponseListener
}>

function headOf(request: Uint8Array): string {
  const bytes = Buffer.from(request.buffer, request.byteOffset, request.length)
  return bytes.toString('latin1', 0, bytes.indexOf(headEnd))
}

class Poll implements ResponseListener {
  readonly #looked: PollOptions
  #isBegun = false
  #startUs = 0
  #head: ResponseHead | null = null
  #pieces: Buffer[] = []
  #readAtUs = 0
  /** Whether a poll is in flight. */
  #sent: Uint8Array = new Uint8Array()
  #timer: NodeJS.Timeout | undefined

  constructor(looked: PollOptions) {
    this.#looked = looked
  }

  /** Returns the listener that waits for the next poll; null while a response is awaited. */
  stop(): ResponseListener | null {
    if (this.#timer === undefined) return null
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#looked.listener
  }

  onSending(atUs: number): void {
    if (this.#isBegun) return
    this.#startUs = atUs
    this.#looked.listener.onSending(atUs)
  }

  onResending(): Uint8Array | null {
    return this.#isBegun ? this.#sent : this.#looked.listener.onResending()
  }

  onHead(head: ResponseHead): void {
    this.#head = head
    this.#pieces = []
  }

  onBody(bytes: Uint8Array, start: number, end: number, readAtUs: number): void {
    this.#pieces.push(Buffer.from(bytes.subarray(start, end)))
    this.#readAtUs = readAtUs
  }

  onChunks(start: number): number {
    return start
  }

  onPaced(): void {
    // Polling requests are not paced.
  }

  onMeasured(): void {
    // No feature uses polling.
  }

  onError(error: Error): void {
    this.#looked.listener.onError(error)
  }

  onEnd(): void {
    const body = Buffer.concat(this.#pieces)
    const job = this.#head?.status === 200 ? readJob(body.toString()) : null
    if (job === null || job.isOver) return this.#passOn(body)
    const { everyS, atMostS } = this.#looked.polling
    if (nowUs() - this.#startUs >= atMostS * usPerS) {
      return this.onError(new Error(inEnglish(message('runs.videoTooLate', { limitS: atMostS }))))
    }
    this.#isBegun = true
    this.#sent = this.#lookAt(job.id)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#looked.carrier.send(this.#sent, this)
    }, everyS * 1000)
  }

  #passOn(body: Buffer): void {
    const { listener } = this.#looked
    if (this.#head !== null) listener.onHead(this.#head)
    if (body.length > 0) listener.onBody(body, 0, body.length, this.#readAtUs)
    listener.onEnd()
  }

  /** Polls the job: the head of the request, without its body. */
  #lookAt(id: string): Uint8Array {
    const [first = '', ...headers] = this.#looked.head.split('\r\n')
    const [, target = '', version = ''] = first.split(' ')
    const kept = headers.filter((line) => !/^content-(length|type):/i.test(line))
    const [path = '', query] = target.split('?')
    const job = `${path.replace(/\/+$/, '')}/${encodeURIComponent(id)}${query === undefined ? '' : `?${query}`}`
    return Buffer.from([`GET ${job} ${version}`, ...kept].join('\r\n') + headEnd, 'latin1')
  }
}

export const omniConnections: ProtocolConnections = {
  over: {
    videos: (carrier, { polling }) => polling && new PolledConnection(carrier, polling),
  },
}
