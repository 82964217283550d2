// Reading of a run's responses. Contains the event templates learned from them.
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import type { AnswerCounting } from '../compat/counting.ts'
import { responseFormats } from './apis.ts'
import { noEvent, type AlikeChunks } from './alike-chunks.ts'
import {
  type AnswerHead,
  type AnswerReader,
  type ResponseFormat,
  UntimedReader,
} from './answer-reader.ts'
import type { DecodeText } from './answer-text.ts'
import { StreamReader } from './stream-reader.ts'
import { TemplateStore, type Later } from './template-store.ts'
import type { OutputKind } from '../records/request-outcome.ts'
import type {
  DocumentFormat,
  DocumentMeaning,
  StreamEvent,
  StreamFormat,
  TokenUsage,
} from './stream-event.ts'
import { message } from '../messages/message.ts'
import { endToEnd } from '#core/base/end-to-end.ts'

export type AnswerReading = Readonly<{
  kind: ResponseFormat['kind']
  /** Creates a reader for the next response. */
  begin: () => AnswerReader
  /** Whether a model named in a response differs from the requested ones. */
  isOtherModel: (model: string) => boolean
}>

type AnswerReadingOptions = Readonly<{
  decode: DecodeText
  keepText: boolean
  later: Later
  /** Counts repeated chunks directly in memory; without it each is read separately. */
  alike?: AlikeChunks | null
  /** Keeps the server's reports of pipeline stages. */
  keepStages?: boolean | undefined
  /** Samples per second of an audio response; defaults to the usual rate of its servers. */
  soundRate?: number | undefined
  /** Requested models; without any, every model matches. */
  models?: readonly string[] | undefined
  /** Counting of token events; defaults to our own method. */
  counting?: AnswerCounting | undefined
}>

export function createAnswerReading(
  protocol: ProtocolName,
  options: AnswerReadingOptions,
): AnswerReading {
  const { decode, keepText, later, alike = null, counting, soundRate, keepStages = false } = options
  const ownFormat = responseFormats[protocol]
  const isOtherModel = otherModels(options.models ?? [])
  if (ownFormat.kind === 'document') {
    return {
      kind: ownFormat.kind,
      isOtherModel,
      begin: () => new DocumentReader(ownFormat, { decode, keepText, keepStages }),
    }
  }
  if (ownFormat.kind === 'sound') {
    return { kind: ownFormat.kind, isOtherModel, begin: () => ownFormat.begin(soundRate) }
  }
  const form = counting === undefined ? ownFormat : countedLike(ownFormat, counting)
  const templates = new TemplateStore(form, later)
  const event = noEvent()
  const reading = { templates, decode, keepText, keepStages, alike, event, spare: [] }
  return { kind: form.kind, isOtherModel, begin: () => new StreamReader(form, reading) }
}

/** Caches names, so that each is compared once. */
function otherModels(requested: readonly string[]): AnswerReading['isOtherModel'] {
  const known = new Map<string, boolean>()
  return (model) => {
    const before = known.get(model)
    if (before !== undefined) return before
    const isOther = requested.length > 0 && !requested.some((name) => isSameModel(name, model))
    known.set(model, isOther)
    return isOther
  }
}

/** Response format as an earlier client read it. */
function countedLike(form: StreamFormat, counting: AnswerCounting): StreamFormat {
  const isNew = counting.tokenEvents === 'with-output'
  const read = (isNew ? form.readOriginalEvent : undefined) ?? form.readEvent
  return {
    ...form,
    readEvent: (payload) => {
      const event = read(payload)
      return event === null ? null : counted(event, counting)
    },
    ending: 'body',
    latencyEnds: counting.latencyEnds,
    namesEnd: undefined,
    mayBeEmpty: counting.mayBeEmpty,
    takesShownOnly: true,
  }
}

function counted(event: StreamEvent, counting: AnswerCounting): StreamEvent {
  const output = outputs[counting.tokenEvents](event)
  return {
    ...event,
    output,
    usage: believedOf({ ...event, output }, counting),
    error: null,
    finishReason: null,
  }
}

type OutputOf = (event: StreamEvent) => OutputKind | null

const outputs: Readonly<Record<AnswerCounting['tokenEvents'], OutputOf>> = {
  'any-choice': ({ chunk, output }) => (chunk ? (output ?? 'content') : null),
  'with-output': ({ output }) => output,
  'with-text': ({ text }) => (text === '' ? null : 'content'),
}

const isBelieved: Readonly<Record<AnswerCounting['usage'], (event: StreamEvent) => boolean>> = {
  anywhere: () => true,
  'beside-no-token': ({ output }) => output === null,
  apart: ({ chunk }) => !chunk,
  nowhere: () => false,
}

function believedOf(
  event: StreamEvent,
  { usage, promptTokens }: AnswerCounting,
): TokenUsage | null {
  if (event.usage === null || !isBelieved[usage](event)) return null
  const { completionTokens, besideTokens = 0, ...counts } = event.usage
  const own = { ...counts, completionTokens: completionTokens && completionTokens - besideTokens }
  return promptTokens === 'server' ? own : { ...own, promptTokens: null }
}

/** `answered` is the name in the response to a request for `requested`. Exported for tests. */
export function isSameModel(requested: string, answered: string): boolean {
  const [one, other] = [baseName(requested), baseName(answered)]
  if (one === other) return true
  // A response may name a fine-tuned model by its base: ft:gpt-4o-mini:organisation::id.
  if (requested.startsWith('ft:') && isSameModel(requested.split(':')[1] ?? '', answered)) {
    return true
  }
  if (one.endsWith('-latest')) return undated(one) === undated(other)
  return one === undated(other) || other === undated(one)
}

/** Returns "name" for "org/Name", for a path to its weights, and for a snapshot in the Hugging Face cache. */
function baseName(name: string): string {
  const cached = /models--(?:.*--)?(.+?)\/snapshots\//.exec(name)?.[1]
  const last = (cached ?? name).replace(/\/+$/, '').split(/[/\\]/).at(-1) ?? name
  return last
    .toLowerCase()
    .replace(/\.(gguf|safetensors|bin|onnx|engine)$/, '')
    .replace(/:(latest|free|nitro|floor)$/, '')
}

/**
 * Strips the date or number of a snapshot: "gpt-4o-2024-08-06", "claude-sonnet-4-20250514", "gpt-4-0613", "mistral-large-2407",
 * "gemini-1.5-pro-002", "model@1", and the alias "claude-3-5-sonnet-latest".
 */
function undated(name: string): string {
  return name.replace(
    /[-@:](?:latest|v?\d{4}-?\d{2}-?\d{2}|0\d{2}|(?:0[1-9]|1[0-2])[0-3]\d|2\d(?:0[1-9]|1[0-2])|(?<=[@:])v?\d+)$/,
    '',
  )
}

type DocumentReading = Readonly<{ decode: DecodeText; keepText: boolean; keepStages?: boolean }>

/** Reads a response that is a single document: keeps its bytes, and parses them at the end of the body. Exported for tests. */
export class DocumentReader extends UntimedReader implements AnswerReader {
  readonly #form: DocumentFormat
  readonly #reading: DocumentReading
  readonly #pieces: Uint8Array[] = []
  #contentType = ''
  #metadata: string | null = null
  usage: TokenUsage | null = null
  text = ''

  constructor(form: DocumentFormat, reading: DocumentReading) {
    super(form.contentTypes)
    this.#form = form
    this.#reading = reading
  }

  override open(head: AnswerHead): boolean {
    this.#contentType = head.header('content-type') ?? ''
    this.#metadata = head.header('metadata')
    return super.open(head)
  }

  /** The times of a document's tokens are unknown. */
  read(bytes: Uint8Array, start: number, end: number, atUs: number): number {
    // `slice` of a Buffer would return a view.
    this.#pieces.push(new Uint8Array(bytes.subarray(start, end)))
    this.heldBytes += end - start
    this.lastOutputAtUs = atUs
    return 0
  }

  end(): number {
    this.complete = true
    const whole = endToEnd(this.#pieces, Uint8Array)
    const text = () => this.#reading.decode(whole, 0, whole.length)
    const about = { contentType: this.#contentType, metadata: this.#metadata }
    const meaning = this.#form.readDocument({ text, ...about })
    if (meaning === null) this.#blame(text())
    else this.#take(meaning, text)
    return 0
  }

  #take(
    { text, usage, error, made, stages, ...meaning }: DocumentMeaning,
    body: () => string,
  ): void {
    if (error !== null) this.fault = { code: 'server-error-event', message: error, body: body() }
    else if (meaning.isEmpty === true) {
      this.fault = {
        code: 'no-token',
        message: message('runs.emptyDocument'),
        body: body(),
      }
    }
    if (this.#reading.keepText) this.text = text
    this.usage = usage
    this.model = meaning.model ?? null
    this.finishReason = meaning.finishReason ?? null
    this.made = made ?? null
    if (this.#reading.keepStages === true) this.added = stages?.() ?? null
  }

  #blame(body: string): void {
    this.fault = { code: 'bad-answer', message: message('runs.otherDocument'), body }
  }
}
