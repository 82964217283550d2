// Reading of a run's responses. Holds the event templates learned from them.
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import type { AnswerCounting } from '../compat/counting.ts'
import { responseFormats } from './response-formats.ts'
import { noEvent, type AlikeChunks } from './alike-chunks.ts'
import type { ResponseFormat } from './response-format.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { DecodeText } from './answer-text.ts'
import { isSameModel } from './model-name.ts'
import { countedLike } from './counted-like.ts'
import { DocumentReader } from './document-reader.ts'
import { SoundReader } from './sound-reader.ts'
import { StreamReader } from './stream-reader.ts'
import { TemplateStore, type Later } from './template-store.ts'

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
