// The form answers of a family come in: a stream of events, each read by itself, or one document, read whole.
import type { MadeMedia } from '../model/run/request-record.ts'
import type { AnswerCounting } from '../compat/counting.ts'
import type { TemplateHoles } from './templates/event-template.ts'
import type { StreamEvent, TokenUsage } from './stream-event.ts'

export type ResponseFormat = StreamFormat | DocumentFormat | SoundFormat

export type StreamFormat = Readonly<{
  kind: 'stream'
  /** What the data of one event means; null when no server of this kind says such a thing. */
  readEvent: (payload: string) => StreamEvent | null
  /** The same as the original reads it since v0.33, where it sees output in other events than `readEvent`. */
  readOriginalEvent?: (payload: string) => StreamEvent | null
  /** What differs between events of the same shape. */
  holes: TemplateHoles
  /** What says that the answer is complete: `[DONE]` or an event, an event alone, or also the end of the body. */
  ending: 'done' | 'event' | 'body'
  /** A whole response says why it ended. */
  namesEnd?: true | undefined
  /** What E2EL ends with; the last token where it is left out. */
  latencyEnds?: AnswerCounting['latencyEnds']
  /** An answer without a token is a success. */
  mayBeEmpty?: boolean
  /** Only what its messages show makes an answer: tokens that the server merely counts are none. */
  takesShownOnly?: boolean
  /** Responses may hold sound and images beside text. */
  holdsMedia?: boolean
  example: Readonly<{ token: object; last: object }>
}>

export type DocumentFormat = Readonly<{
  kind: 'document'
  /** Any of these in the content type will do; an answer that names none is taken too. */
  contentTypes: readonly string[]
  /** Null when no server of this kind says such a thing. */
  readDocument: (document: AnswerDocument) => DocumentMeaning | null
  example: object
}>

/** Sound as it is made: 16-bit samples of one channel, without a header. */
export type SoundFormat = Readonly<{
  kind: 'sound'
  contentTypes: readonly string[]
  /** Where the response names no other. */
  usualRate: number
}>

export type AnswerDocument = Readonly<{
  text: () => string
  contentType: string
  /** The header of that name, where servers put the usage of an answer whose body is no JSON. */
  metadata: string | null
}>

export type DocumentMeaning = Readonly<{
  /** What was generated, if anything is. */
  text: string
  usage: TokenUsage | null
  /** Nothing that was requested is in it; left out where something is. */
  isEmpty?: boolean
  /** The model it names; left out where it names none. */
  model?: string | null
  /** Why generation ended; left out where it does not say. */
  finishReason?: string | null
  /** What it holds in place of text; left out where it is text. */
  made?: MadeMedia
  /** What the server reported of the stages of its pipeline, as it came. */
  stages?: unknown
  /** The server's own words for a failure. */
  error: string | null
}>
