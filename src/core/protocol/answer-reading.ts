// How the answers of one run are read; holds what they teach about the server's events.
import type { ProtocolName } from '../model/benchmark/backend-traits.ts'
import type { AnswerCounting } from '../compat/counting.ts'
import { responseFormats } from './response-formats.ts'
import { noEvent, type AlikeChunks } from './templates/alike-chunks.ts'
import type { ResponseFormat } from './response-format.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { DecodeText } from './answer-text.ts'
import { isSameModel } from './model-name.ts'
import { countedLike } from './counted-like.ts'
import { DocumentReader } from './document-reader.ts'
import { SoundReader } from './sound-reader.ts'
import { StreamReader } from './stream-reader.ts'
import { TemplateStore, type Later } from './templates/template-store.ts'

export type AnswerReading = Readonly<{
  kind: ResponseFormat['kind']
  /** A reader for the next response. */
  begin: () => AnswerReader
  /** Whether a response that names this model comes from another than those requested. */
  isOtherModel: (model: string) => boolean
}>

type AnswerReadingOptions = Readonly<{
  decode: DecodeText
  keepText: boolean
  later: Later
  /** Takes chunks that are alike out of memory that it knows; without it each is read by itself. */
  alike?: AlikeChunks | null
  /** Keep what the server reports of the stages of its pipeline. */
  keepStages?: boolean | undefined
  /** Of sound, in samples per second; as servers usually make it where it is left out. */
  soundRate?: number | undefined
  /** Names of the models requested; any model will do without one. */
  models?: readonly string[] | undefined
  /** Streams are read in our own way where it is left out. */
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

/** Each name is looked at once. */
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
