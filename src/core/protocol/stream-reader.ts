// Reads one streamed response event by event. Events of a known shape need no parsing.
import { message } from '#core/messages/message.ts'
import { worseReason } from './finish-reason.ts'
import type { AlikeChunks, EventChunk } from './alike-chunks.ts'
import {
  noFirstTimes,
  type AnswerFault,
  type AnswerHead,
  type AnswerReader,
  type UnseenTokens,
} from './answer-reader.ts'
import { AnswerText, type DecodeText, type SpareBytes } from './answer-text.ts'
import type { EventTemplate } from './event-template.ts'
import { LineScanner } from './line-scanner.ts'
import { beginsAsEvents, SseScanner, type SseListener } from './sse-scanner.ts'
import {
  errorIn,
  errorText,
  keepsAlive,
  type MediaReader,
  otherApiOf,
  type StreamFormat,
  type TokenUsage,
  withPrompt,
} from './stream-event.ts'
import type { OutputKind } from '#core/records/request-outcome.ts'
import type { MadeMedia, RequestRecord, ServerTimes } from '#core/records/request-record.ts'
import type { TemplateStore } from './template-store.ts'

type StreamReading = Readonly<{
  /** Shared by all responses of a run. */
  templates: TemplateStore
  decode: DecodeText
  keepText: boolean
  keepStages?: boolean
  alike: AlikeChunks | null
  /** Last matched event of any stream. */
  event: EventChunk
  /** Shared by all responses of a run. */
  spare: SpareBytes
}>

const done = '[DONE]'
const saysDone = /^\s*["']?\[?DONE\]?["']?\s*$/i
const doneBytes = Uint8Array.from(done, (character) => character.charCodeAt(0))

/** A stream of this number of tokens probably has enough further tokens for its own template to pay off. */
const narrowedAfter = 8

const longestStray = 1024

const eventsType = /text\/event-stream/
const linesType = /ndjson|jsonl|json-?lines/i
/** Some servers stream lines with the type `text/plain` or `application/json`. */
const beginsAsObject = /^\uFEFF?\s*\{/

export class StreamReader implements AnswerReader, SseListener {
  readonly #form: StreamFormat
  readonly #reading: StreamReading
  readonly #scanner: SseScanner | LineScanner
  readonly #text: AnswerText | null
  /** Created with the first reasoning token. */
  #reasoning: AnswerText | null = null
  #recognised: EventTemplate | null = null
  /** Copy of a matching template that includes this stream's id. */
  #ownTemplate: EventTemplate | null = null
  #found = 0
  #atUs = 0
  #ending = false
  /** Kind of the last token, because only a token of another kind can be the first of its kind. */
  #lastOutput: OutputKind | null = null
  #lastChunkAtUs = 0
  #lastTokenAtUs: number | null = null
  /** First event of another API. */
  #otherApi: Readonly<{ api: string; body: string }> | null = null
  readonly #media: MediaReader | null
  /** The last read is exactly one matched event. */
  #isAlone = false
  tokensInRead = 0
  readonly firstAtUs = noFirstTimes()
  lastOutputAtUs = 0
  complete = false
  usage: TokenUsage | null = null
  model: string | null = null
  finishReason: string | null = null
  serverTimes: ServerTimes | null = null
  fault: AnswerFault | null = null
  stray: string | null = null

  constructor(form: StreamFormat, reading: StreamReading) {
    this.#form = form
    this.#scanner = form.framing === 'lines' ? new LineScanner(this) : new SseScanner(this)
    this.#reading = reading
    this.#media = form.beginMedia?.(reading) ?? null
    this.#text = reading.keepText ? new AnswerText(reading.decode, reading.spare) : null
  }

  open(head: AnswerHead): boolean {
    const contentType = head.header('content-type') ?? ''
    const isUsual = this.#form.framing === 'lines' ? linesType : eventsType
    return contentType === '' || isUsual.test(contentType)
  }

  opensAnyway(bytes: Uint8Array, start: number, end: number): boolean {
    const opening = this.#reading.decode(bytes, start, Math.min(end, start + 16))
    return this.#form.framing === 'lines' ? beginsAsObject.test(opening) : beginsAsEvents(opening)
  }

  read(bytes: Uint8Array, start: number, end: number, atUs: number): number {
    this.#atUs = atUs
    this.tokensInRead = 0
    const { event } = this.#reading
    event.start = -1
    this.#scanner.push(bytes, start, end)
    this.#isAlone = event.start === start && event.end === end && event.bytes === bytes
    return this.tokensInRead
  }

  readAlike(start: number, end: number): number {
    const { alike, event } = this.#reading
    this.tokensInRead = 0
    if (!this.#isAlone || alike === null) return start
    const next = alike.take(event, start, end)
    if (next === start) return start
    this.tokensInRead = alike.count
    if (this.#recognised !== null) {
      this.#textOf(this.#recognised)?.addEscaped(alike.texts, 0, alike.textsLength)
    }
    return next
  }

  /** Reads the remainder as part of the last read. */
  end(): number {
    this.tokensInRead = 0
    this.#ending = true
    this.#scanner.end()
    if (this.#form.ending === 'body') this.complete = true
    const error = this.complete || this.stray === null ? null : errorIn(this.stray)
    if (error !== null && this.stray !== null) {
      this.fault ??= { code: 'server-error-event', message: error, body: this.stray }
    }
    if (this.#otherApi !== null && this.firstAtUs.chunk === null) {
      const { api, body } = this.#otherApi
      this.fault ??= { code: 'bad-event', message: message('runs.eventOfOtherApi', { api }), body }
    }
    return this.tokensInRead
  }

  get isUnexplained(): boolean {
    return this.#form.namesEnd === true && this.complete && this.finishReason === null
  }

  get empty(): boolean {
    return this.#isSilent && this.unseen === null
  }

  /** A message without output represents a token only if the server counts it at the end. */
  get unseen(): UnseenTokens | null {
    const { chunk } = this.firstAtUs
    if (this.#form.takesShownOnly === true) return null
    if (!this.#isSilent || chunk === null || !this.usage?.completionTokens) return null
    return { firstAtUs: chunk, lastAtUs: this.#lastChunkAtUs }
  }

  get heldBytes(): number {
    const texts = (this.#text?.heldBytes ?? 0) + (this.#reasoning?.heldBytes ?? 0)
    return this.#scanner.heldBytes + texts
  }

  get #isSilent(): boolean {
    return this.#lastOutput === null && this.#form.mayBeEmpty !== true && this.made === null
  }

  get made(): MadeMedia | null {
    return this.#media?.read(this.#lastTokenAtUs) ?? null
  }

  get added(): Partial<RequestRecord> | null {
    return this.#media?.added ?? null
  }

  get text(): string {
    return this.#text?.read() ?? ''
  }

  get reasoningText(): string {
    return this.#reasoning?.read() ?? ''
  }

  recognise(bytes: Uint8Array, start: number, limit: number): number {
    this.#recognised = this.fault === null ? this.#find(bytes, start, limit) : null
    return this.#recognised?.end ?? -1
  }

  #find(bytes: Uint8Array, start: number, limit: number): EventTemplate | null {
    const { templates } = this.#reading
    const view = templates.viewOf(bytes)
    if (this.#ownTemplate?.fits(view, start, limit)) return this.#ownTemplate
    const found = templates.find(view, start, limit)
    if (found?.meaning.output && ++this.#found === narrowedAfter) {
      this.#ownTemplate = found.narrowedTo(bytes, start)
    }
    return found
  }

  onRecognised(bytes: Uint8Array, start: number, end: number): void {
    const template = this.#recognised
    if (template === null) return
    const { output, finished, finishReason, model } = template.meaning
    if (model !== null) this.model = model
    if (output === null) return this.#noteUsage(template)
    this.#noteEvent(template, bytes, start, end)
    this.#countToken(output)
    if (finished || finishReason !== null) this.#finish(finishReason, finished)
    this.#textOf(template)?.addEscaped(bytes, template.textStart, template.textEnd)
  }

  onData(bytes: Uint8Array, start: number, end: number): void {
    if (this.fault !== null) return
    if (isDone(bytes, start, end)) return this.#onDone()
    const payload = this.#reading.decode(bytes, start, end)
    if (saysDone.test(payload)) this.#onDone()
    else if (!keepsAlive(payload)) this.#readPayload(payload)
  }

  onErrorData(bytes: Uint8Array, start: number, end: number): void {
    if (this.fault !== null) return
    const body = this.#reading.decode(bytes, start, end)
    this.fault = { code: 'server-error-event', message: errorText(body), body }
  }

  onStrayLine(bytes: Uint8Array, start: number, end: number): void {
    this.stray ??= this.#reading.decode(bytes, start, Math.min(end, start + longestStray))
  }

  #onDone(): void {
    if (this.#form.ending !== 'event') this.complete = true
    if (this.#form.latencyEnds === 'done') this.lastOutputAtUs = this.#atUs
  }

  #readPayload(payload: string): void {
    const event = this.#form.readEvent(payload)
    if (event === null) return this.#blame(payload)
    if (event.error !== null) {
      this.fault = { code: 'server-error-event', message: event.error, body: payload }
      return
    }
    if (event.chunk) this.#noteChunk()
    else if (event.output === null) this.#noteOtherApi(payload)
    if (event.output !== null) this.#countToken(event.output)
    this.model = event.model ?? this.model
    if (event.finished || event.finishReason !== null) {
      this.#finish(event.finishReason, event.finished)
    }
    if (this.#form.latencyEnds === 'last-message') this.lastOutputAtUs = this.#atUs
    if (event.usage !== null) this.#takeUsage(event.usage, !event.chunk && event.output === null)
    if ((event.usage?.reasoningTokens ?? 0) > 0) this.#reasoning?.release()
    this.serverTimes = event.serverTimes ?? this.serverTimes
    this.#text?.add(event.text)
    if (event.reasoningText !== '') this.#reasoningKept()?.add(event.reasoningText)
    if (event.wholeText !== null) this.#text?.replace(event.wholeText)
    if (event.media !== undefined) this.#media?.take(event.media, this.#atUs)
    else if (this.#form.framing === undefined) this.#reading.templates.learn(payload, event)
  }

  #noteOtherApi(body: string): void {
    if (this.#form.namesOtherApis !== true || this.firstAtUs.chunk !== null) return
    const api = otherApiOf(body)
    if (api !== null) this.#otherApi ??= { api, body }
  }

  #noteEvent({ textStart, textEnd }: EventTemplate, bytes: Uint8Array, start: number, end: number) {
    const { event } = this.#reading
    event.bytes = bytes
    event.start = start
    event.textStart = textStart
    event.textEnd = textEnd
    event.end = end
  }

  #textOf({ meaning: { keeps } }: EventTemplate): AnswerText | null {
    if (keeps === 'output') return this.#text
    return keeps === 'reasoning' ? this.#reasoningKept() : null
  }

  #reasoningKept(): AnswerText | null {
    const { keepText, decode, spare } = this.#reading
    if (keepText) this.#reasoning ??= new AnswerText(decode, spare)
    return this.#reasoning
  }

  #noteUsage({ promptTokens, completionTokens }: TokenUsage): void {
    this.#takeUsage({ promptTokens, completionTokens }, true)
    if (this.#form.latencyEnds === 'last-message') this.lastOutputAtUs = this.#atUs
  }

  /** Counts sent alone after output end a stream, even if a gateway drops the messages after them. */
  #takeUsage(usage: TokenUsage, isAlone: boolean): void {
    this.usage = withPrompt(usage, this.usage)
    const mayClose = this.#form.namesEnd === true && this.#form.ending === 'done'
    if (mayClose && isAlone && this.#lastOutput !== null && usage.completionTokens)
      this.complete = true
  }

  #finish(reason: string | null, isComplete: boolean): void {
    if (isComplete) this.complete = true
    this.finishReason = worseReason(this.finishReason, reason)
  }

  #noteChunk(): void {
    this.firstAtUs.chunk ??= this.#atUs
    this.#lastChunkAtUs = this.#atUs
  }

  #countToken(output: OutputKind): void {
    this.tokensInRead++
    this.lastOutputAtUs = this.#atUs
    this.#lastTokenAtUs = this.#atUs
    if (output === this.#lastOutput) return
    this.#lastOutput = output
    this.firstAtUs[output] ??= this.#atUs
    this.firstAtUs.chunk ??= this.#atUs
  }

  /** Half an event at the end of a stream is a truncated stream, not an invalid event. */
  #blame(payload: string): void {
    const isSeveral = /\}\n(?:\{|\[DONE\])/.test(payload)
    if (this.#ending && !isSeveral) return
    this.fault = {
      code: 'bad-event',
      message: message(isSeveral ? 'runs.eventsNotSeparated' : 'runs.eventNotJson'),
      body: payload,
    }
  }
}

/** Matches the form that every server sends; variants with spaces are compared as text. */
function isDone(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === doneBytes.length && doneBytes.every((byte, i) => byte === bytes[start + i])
}
