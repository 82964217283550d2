// One streamed response of the truthful server: its events, and the time when each was written.
import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'
import { nowUs } from '#node/load/runtime/clock.ts'

export type TruthfulRequest = Readonly<{
  /** Value of the x-request-id header. */
  id: string
  tokens: number
  wantsUsage: boolean
  /** Time when its last byte was read. */
  receivedUs: number
  /** Called when the whole response is written. */
  onAnswered: () => void
}>

type Surroundings = Readonly<{ socket: Socket; timing: ServerTiming }>

const head =
  'HTTP/1.1 200 OK\r\nserver: truthful\r\ncontent-type: text/event-stream; charset=utf-8\r\n' +
  'transfer-encoding: chunked\r\n\r\n'

/** Offset from the local clock to the machine's monotonic one, in ns. */
const clockOffsetNs = Number(process.hrtime.bigint()) - nowUs() * 1000

export class TruthfulAnswer {
  /** Due time of the next event. */
  dueUs: number
  readonly #request: TruthfulRequest
  readonly #surroundings: Surroundings
  readonly #token: Buffer
  readonly #writtenUs: number[] = []

  constructor(request: TruthfulRequest, surroundings: Surroundings) {
    this.#request = request
    this.#surroundings = surroundings
    this.dueUs = request.receivedUs + surroundings.timing.ttftMs * 1000
    this.#token = Buffer.from(chunk(this.#event(' token', null)))
    surroundings.socket.write(head)
  }

  get truth(): Truth {
    const { id, receivedUs } = this.#request
    const [first = receivedUs] = this.#writtenUs
    const gaps = this.#writtenUs.slice(1).map((us, i) => us - (this.#writtenUs[i] ?? us))
    return {
      id,
      received: Math.round(receivedUs * 1000 + clockOffsetNs),
      first: Math.round(first * 1000 + clockOffsetNs),
      gaps: gaps.map((us) => Math.round(us * 1000)),
    }
  }

  /** Writes due events, and takes the time just before. Returns `full` if the socket's buffer is full for now. */
  write(): 'now' | 'full' | 'over' {
    const { socket, timing } = this.#surroundings
    const pieces = this.#nextPieces()
    const over = this.#left === 0
    if (over) pieces.push(Buffer.from(this.#closing()))
    const takesMore = socket.write(
      pieces.length === 1 ? (pieces[0] ?? head) : Buffer.concat(pieces),
    )
    if (over) return 'over'
    this.dueUs = timing.itlMs === 0 ? nowUs() : this.dueUs + timing.itlMs * 1000
    return takesMore || socket.destroyed ? 'now' : 'full'
  }

  whenDrained(resume: () => void): void {
    this.#surroundings.socket.once('drain', resume)
  }

  end(): void {
    this.#request.onAnswered()
  }

  get #left(): number {
    return this.#request.tokens - this.#writtenUs.length
  }

  /** The schedule is absolute: a late write does not shift later ones. */
  #nextPieces(): Buffer[] {
    const count = Math.min(this.#left, this.#surroundings.timing.eventsPerWrite ?? 1)
    const writtenUs = nowUs()
    return Array.from({ length: count }, () => {
      this.#writtenUs.push(writtenUs)
      return this.#left === 0 ? Buffer.from(chunk(this.#event('.', 'length'))) : this.#token
    })
  }

  #closing(): string {
    const { tokens, wantsUsage } = this.#request
    const usage = { prompt_tokens: 2, completion_tokens: tokens, total_tokens: tokens + 2 }
    const reported = wantsUsage ? chunk(this.#message({ choices: [], usage })) : ''
    return `${reported}${chunk('data: [DONE]\n\n')}0\r\n\r\n`
  }

  #event(text: string, finishReason: string | null): string {
    const choice = { index: 0, text, logprobs: null, finish_reason: finishReason }
    return this.#message({ choices: [choice] })
  }

  #message(rest: object): string {
    const { id } = this.#request
    const common = { id: `cmpl-${id}`, object: 'text_completion', created: 1767225600 }
    return `data: ${JSON.stringify({ ...common, model: 'mock', ...rest })}\n\n`
  }
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}
