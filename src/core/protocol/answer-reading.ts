// Reading of a run's responses. Holds the event templates learned from them.
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import type { AnswerCounting } from '../compat/counting.ts'
import { responseFormats } from './response-formats.ts'
import { noEvent, type AlikeChunks } from './alike-chunks.ts'
import type { ResponseFormat, StreamFormat, SoundFormat } from './response-format.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { DecodeText } from './answer-text.ts'
import { isSameModel } from './model-name.ts'
import { DocumentReader } from './document-reader.ts'
import { StreamReader } from './stream-reader.ts'
import { TemplateStore, type Later } from './template-store.ts'
import type { OutputKind } from '../records/request-outcome.ts'
import type { StreamEvent, TokenUsage } from './stream-event.ts'
import { inEnglish, message } from '../messages/message.ts'
import { UntimedReader } from './untimed-reader.ts'

export type AnswerReading = Readonly<{
  kind: ResponseFormat['kind']
  /** Creates a reader for the next response. */
  begin: () => AnswerReader
  /** Whether a model named in a response differs from those requested. */
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
  /** Audio samples per second; defaults to the usual rate of servers. */
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
    const rate = soundRate ?? ownFormat.usualRate
    return { kind: ownFormat.kind, isOtherModel, begin: () => new SoundReader(ownFormat, rate) }
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

/** A form of answers as an earlier client read it. */
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
  return promptTokens === 'server' ? event.usage : { ...event.usage, promptTokens: null }
}

const bytesPerSample = 2
const usPerS = 1e6

/**
 * Reads sound as it is made: 16-bit samples of one channel, without a header. Beside the times it plays what arrived, to find
 * how long a listener who began with the first sound would have waited for more.
 */
class SoundReader extends UntimedReader implements AnswerReader {
  readonly #bytesPerUs: number
  readonly #samplesPerS: number
  #bytes = 0
  #firstAtUs: number | null = null
  #underrunUs = 0
  readonly usage = { promptTokens: null, completionTokens: 0 }
  readonly text = ''

  constructor(form: SoundFormat, samplesPerS: number) {
    super(form.contentTypes)
    this.#samplesPerS = samplesPerS
    this.#bytesPerUs = (samplesPerS * bytesPerSample) / usPerS
  }

  /** Sound has no tokens to count. */
  read(_: Uint8Array, start: number, end: number, atUs: number): number {
    if (end === start) return 0
    this.#firstAtUs ??= atUs
    const playedUs = atUs - this.#firstAtUs
    this.#underrunUs = Math.max(this.#underrunUs, playedUs - this.#bytes / this.#bytesPerUs)
    this.#bytes += end - start
    this.firstAtUs.chunk ??= atUs
    this.lastOutputAtUs = atUs
    return 0
  }

  end(): number {
    this.complete = true
    const samples = Math.floor(this.#bytes / bytesPerSample)
    if (samples === 0)
      this.fault = { code: 'bad-answer', message: inEnglish(message('runs.noSound')), body: '' }
    this.made = {
      kind: 'sound',
      lengthS: samples / this.#samplesPerS,
      firstAtUs: this.#firstAtUs,
      // The first part is played as it arrives.
      underrunUs: this.#firstAtUs === null ? null : Math.round(this.#underrunUs),
      ...{ count: samples, pixels: null, generationUs: null, peakMemoryMb: null },
    }
    return 0
  }
}
