// Response format of a family: a stream of events, each parsed separately, or one document, parsed as a whole.
import type { MadeMedia } from '#core/records/request-record.ts'
import type { AnswerCounting } from '../compat/counting.ts'
import type { TemplateHoles } from './event-template.ts'
import type { StreamEvent, TokenUsage } from './stream-event.ts'

export type ResponseFormat = StreamFormat | DocumentFormat | SoundFormat

export type StreamFormat = Readonly<{
  kind: 'stream'
  /** Parses the data of one event; null if no server of this kind sends such an event. */
  readEvent: (payload: string) => StreamEvent | null
  /** Parses like vLLM's client since v0.33, which finds output in other events than `readEvent`. */
  readOriginalEvent?: (payload: string) => StreamEvent | null
  /** Values that differ between events of the same shape. */
  holes: TemplateHoles
  /** Signs of a complete response: `[DONE]` or an event, an event alone, or also the end of the body. */
  ending: 'done' | 'event' | 'body'
  /** A whole response has a finish reason. */
  namesEnd?: true | undefined
  /** End of E2EL; the last token if absent. */
  latencyEnds?: AnswerCounting['latencyEnds']
  /** A response without a token is a success. */
  mayBeEmpty?: boolean
  /** Only shown output makes a response valid; tokens that the server merely counts do not. */
  takesShownOnly?: boolean
  /** Responses may contain audio and images beside text. */
  holdsMedia?: boolean
  example: Readonly<{ token: object; last: object }>
}>

export type DocumentFormat = Readonly<{
  kind: 'document'
  /** Accepted content types; a response without one is accepted, too. */
  contentTypes: readonly string[]
  /** Null if no server of this kind sends such a document. */
  readDocument: (document: AnswerDocument) => DocumentMeaning | null
  example: object
}>

/** A stream of audio: 16-bit mono samples without a header. */
export type SoundFormat = Readonly<{
  kind: 'sound'
  contentTypes: readonly string[]
  /** Default, if the response has no sample rate. */
  usualRate: number
}>

export type AnswerDocument = Readonly<{
  text: () => string
  contentType: string
  /** The `metadata` header, in which servers put the usage if the body is not JSON. */
  metadata: string | null
}>

export type DocumentMeaning = Readonly<{
  /** Generated text, if any. */
  text: string
  usage: TokenUsage | null
  /** The document contains nothing that was requested; absent otherwise. */
  isEmpty?: boolean
  /** Model named in the document, if any. */
  model?: string | null
  /** Finish reason, if present. */
  finishReason?: string | null
  /** Media in the document; absent for text. */
  made?: MadeMedia
  /** Raw reports of pipeline stages. */
  stages?: unknown
  /** The server's error message. */
  error: string | null
}>
