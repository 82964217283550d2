// Reads one streamed answer: bytes in, and out come how many token events each read held and what the server
// said besides. Knows nothing of clocks: whoever reads the socket knows when.
import type { RequestErrorCode } from '../model/request-record.ts'
import { AnswerText, type DecodeText } from './answer-text.ts'
import type { EventTemplate } from './event-template.ts'
import { SseScanner, type SseListener } from './sse-scanner.ts'
import type { StreamProtocol } from '../model/backend-traits.ts'
import { readStreamEvent, type TokenUsage } from './stream-event.ts'
import { TemplateBook, type Later } from './template-book.ts'

/** How the answers of one run are read; holds what they teach about the server's events. */
export type AnswerReading = Readonly<{
  protocol: StreamProtocol
  templates: TemplateBook
  decode: DecodeText
  keepText: boolean
}>

export type AnswerReadingOptions = Pick<AnswerReading, 'decode' | 'keepText'> & {
  readonly later: Later
}

export function createAnswerReading(
  protocol: StreamProtocol,
  { decode, keepText, later }: AnswerReadingOptions,
): AnswerReading {
  return { protocol, templates: new TemplateBook(protocol, later), decode, keepText }
}

export type AnswerFault = Readonly<{
  code: Extract<RequestErrorCode, 'bad-event' | 'server-error-event'>
  message: string
  body: string
}>

const done = '[DONE]'

export class AnswerReader implements SseListener {
  readonly #reading: AnswerReading
  readonly #scanner = new SseScanner(this)
  readonly #text: AnswerText | null
  #recognised: EventTemplate | null = null
  #tokensInRead = 0
  #ending = false
  /** The server said `[DONE]`, or why generation ended. */
  complete = false
  /** The last one given. */
  usage: TokenUsage | null = null
  /** The first thing that makes the answer worthless; what follows is not read. */
  fault: AnswerFault | null = null

  constructor(reading: AnswerReading) {
    this.#reading = reading
    this.#text = reading.keepText ? new AnswerText(reading.decode) : null
  }

  /** Returns how many token events ended in these bytes. */
  read(bytes: Uint8Array): number {
    this.#tokensInRead = 0
    this.#scanner.push(bytes)
    return this.#tokensInRead
  }

  /** The same for what was left when the stream ended. */
  end(): number {
    this.#tokensInRead = 0
    this.#ending = true
    this.#scanner.end()
    return this.#tokensInRead
  }

  get text(): string {
    return this.#text?.read() ?? ''
  }

  recognise(bytes: Uint8Array, start: number): number {
    this.#recognised = this.fault === null ? this.#reading.templates.find(bytes, start) : null
    return this.#recognised?.end ?? -1
  }

  onRecognised(bytes: Uint8Array): void {
    const template = this.#recognised
    if (template === null) return
    this.#tokensInRead++
    if (template.meaning.finished) this.complete = true
    if (this.#text !== null && template.meaning.keepsText) {
      this.#text.addEscaped(bytes, template.textStart, template.textEnd)
    }
  }

  onData(bytes: Uint8Array, start: number, end: number): void {
    if (this.fault !== null) return
    const payload = this.#reading.decode(bytes, start, end)
    if (payload.trim() === done) this.complete = true
    else this.#readPayload(payload)
  }

  #readPayload(payload: string): void {
    const { protocol, templates } = this.#reading
    const event = readStreamEvent(payload, protocol)
    if (event === null) return this.#blame(payload)
    if (event.error !== null) {
      this.fault = { code: 'server-error-event', message: event.error, body: payload }
      return
    }
    if (event.token) this.#tokensInRead++
    if (event.finished) this.complete = true
    this.usage = event.usage ?? this.usage
    this.#text?.add(event.text)
    templates.learn(payload, event)
  }

  /** Half an event at the end of a stream is a cut stream, not a bad event. */
  #blame(payload: string): void {
    if (this.#ending) return
    const message = 'An event of the stream is not a JSON object.'
    this.fault = { code: 'bad-event', message, body: payload }
  }
}
