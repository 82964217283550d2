// Sinks of generated text: a stream of server-sent events, or one JSON document at the end.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sendText } from './http-exchange.ts'
import type { AnswerSink, GenerationEnd } from '../engine/generation.ts'
import type { AnswerShape } from './choices-shapes.ts'

type Headers = Readonly<Record<string, string>>

type AnswerOptions = Readonly<{ includeUsage: boolean; headers: Headers }>

/**
 * Writes one event per token. Events of one loop iteration are sent in one write, directly to the socket, because the HTTP
 * layer's own chunking costs several times as much. A client that falls behind gets the queued text as one larger event.
 */
export class EventStream implements AnswerSink {
  readonly #response: ServerResponse
  readonly #shape: AnswerShape
  readonly #includeUsage: boolean
  /** Null if the response cannot be chunked here: HTTP/1.0, or an earlier response still uses the socket. */
  readonly #socket: Socket | null
  #ready: string
  #waitingText = ''
  #waitsReasoning = false
  #reasoning = ''
  #isAnswering = false
  #text = ''
  #events = 0
  #blocked = false

  constructor(response: ServerResponse, shape: AnswerShape, options: AnswerOptions) {
    this.#response = response
    this.#shape = shape
    this.#includeUsage = options.includeUsage
    this.#ready = shape.opening
    response.writeHead(200, {
      'content-type': shape.streamType ?? 'text/event-stream; charset=utf-8',
      ...options.headers,
    })
    response.flushHeaders()
    this.#socket = response.chunkedEncoding ? response.socket : null
  }

  write(text: string, isReasoning = false): void {
    if (!this.#blocked) return this.#say(text, isReasoning)
    if (isReasoning !== this.#waitsReasoning) this.#takeWaiting()
    this.#waitsReasoning = isReasoning
    this.#waitingText += text
  }

  end(ending: GenerationEnd): void {
    this.#takeWaiting()
    const text = this.#text + ending.text
    this.#endReasoning()
    const [reasoning, index] = [this.#reasoning, this.#events]
    this.#ready += this.#shape.last({ ending, text, reasoning, index })
    if (this.#includeUsage) this.#ready += this.#shape.usage(ending)
    this.#ready += this.#shape.closing
    this.#send()
    this.#response.end()
  }

  flush(): void {
    if (this.#blocked || this.#ready === '' || this.#response.writableEnded) return
    if (this.#send()) return
    this.#blocked = true
    const drained = this.#socket ?? this.#response
    drained.once('drain', () => {
      this.#blocked = false
      this.#takeWaiting()
      this.flush()
    })
  }

  #takeWaiting(): void {
    if (this.#waitingText === '') return
    this.#say(this.#waitingText, this.#waitsReasoning)
    this.#waitingText = ''
  }

  #say(text: string, isReasoning: boolean): void {
    const { reasoningDelta } = this.#shape
    if (isReasoning && reasoningDelta !== undefined) {
      this.#reasoning += text
      this.#ready += reasoningDelta(text, this.#events++)
      return
    }
    this.#endReasoning()
    this.#text += text
    this.#ready += this.#shape.delta(text, this.#events++)
  }

  #endReasoning(): void {
    if (this.#isAnswering) return
    this.#isAnswering = true
    if (this.#reasoning === '') return
    this.#ready += this.#shape.afterReasoning?.(this.#reasoning, this.#events) ?? ''
  }

  /** False if the client must catch up first. All output is ASCII, so one character is one byte. */
  #send(): boolean {
    const events = this.#ready
    this.#ready = ''
    if (this.#socket === null) return this.#response.write(events, 'latin1')
    return this.#socket.write(`${events.length.toString(16)}\r\n${events}\r\n`, 'latin1')
  }
}

/** Collects the text and responds once. */
export class WholeAnswer implements AnswerSink {
  readonly #response: ServerResponse
  readonly #shape: AnswerShape
  readonly #headers: Headers
  #text = ''
  #reasoning = ''

  constructor(response: ServerResponse, shape: AnswerShape, { headers }: AnswerOptions) {
    this.#response = response
    this.#shape = shape
    this.#headers = headers
  }

  write(text: string, isReasoning = false): void {
    if (isReasoning) this.#reasoning += text
    else this.#text += text
  }

  end(ending: GenerationEnd): void {
    const body = this.#shape.whole(this.#text + ending.text, ending, this.#reasoning)
    sendText(this.#response, body, { contentType: 'application/json', headers: this.#headers })
  }

  flush(): void {
    // Nothing is sent before the end.
  }
}
