// Reader of one response in any format: takes bytes with their read time; reports token events, the first time of each
// output kind, and the server's metadata.
import type { Text } from '#core/messages/message.ts'
import type { FirstKind, RequestErrorCode } from '#core/records/request-outcome.ts'
import type {
  FirstTimes,
  MadeMedia,
  RequestRecord,
  ServerTimes,
} from '#core/records/request-record.ts'
import type { ResponseHead } from './response-head.ts'
import type { DocumentFormat, StreamFormat, TokenUsage } from './stream-event.ts'

export type AnswerHead = Pick<ResponseHead, 'header'>

export type AnswerFault = Readonly<{
  code: Extract<RequestErrorCode, 'bad-event' | 'bad-answer' | 'no-token' | 'server-error-event'>
  message: Text
  body: string
}>

/** Times of the first and the last message that represented tokens without containing them. */
export type UnseenTokens = Readonly<{ firstAtUs: number; lastAtUs: number }>

export interface AnswerReader {
  /** Returns whether a response with this head can be read. */
  open(head: AnswerHead): boolean
  /** Returns whether a body of another type that begins with these bytes can be read anyway. */
  opensAnyway(bytes: Uint8Array, start: number, end: number): boolean
  /** Reads the bytes from `start` to `end`. Returns the number of token events that ended in them. */
  read(bytes: Uint8Array, start: number, end: number, atUs: number): number
  /**
   * Reads chunks like the last one in a single pass, framing included, from `start` up to `end` of the same bytes and
   * with the same read time. Returns the start of the first chunk that differs.
   */
  readAlike(start: number, end: number): number
  /** Token events that ended in the last read. */
  readonly tokensInRead: number
  /** Reads the remainder at the end of the body. Returns its token events. */
  end(): number
  /** Memory for retained data, in bytes. */
  readonly heldBytes: number
  /** The response is complete. */
  readonly complete: boolean
  /** Nothing requested has arrived. */
  readonly empty: boolean
  /** Null unless the server counted tokens that its messages did not contain. */
  readonly unseen: UnseenTokens | null
  /** First fault that makes the response invalid; later bytes are not read. */
  readonly fault: AnswerFault | null
  /** First line of a stream that belongs to no event. */
  readonly stray?: string | null
  /** On the clock of `read`. */
  readonly firstAtUs: FirstTimes
  /** Time of the last output. */
  readonly lastOutputAtUs: number
  /** Last reported usage. */
  readonly usage: TokenUsage | null
  /** Last reported times. */
  readonly serverTimes: ServerTimes | null
  /** Model named in the response; null if absent. */
  readonly model: string | null
  /** The server's finish reason; null during generation, or if it sends none. */
  readonly finishReason: string | null
  /** Complete without a finish reason, although the format has one. */
  readonly isUnexplained: boolean
  /** Media in the response; null until the end of the body, and for text. */
  readonly made: MadeMedia | null
  /** Fields of the record that features add; null if there are none. */
  readonly added: Partial<RequestRecord> | null
  /** Generated text, as far as it is stored. */
  readonly text: string
  /** Reasoning text, as far as it is stored; empty if the server does not send it. */
  readonly reasoningText: string
}

export function noFirstTimes(): Record<FirstKind, number | null> {
  return { chunk: null, content: null, reasoning: null, toolCall: null }
}

/** Common part of readers whose tokens cannot be counted on arrival: documents and audio. */
export class UntimedReader {
  readonly #contentTypes: readonly string[]
  readonly firstAtUs = noFirstTimes()
  readonly empty = false
  readonly unseen = null
  readonly tokensInRead = 0
  heldBytes = 0
  lastOutputAtUs = 0
  complete = false
  readonly serverTimes = null
  model: string | null = null
  finishReason: string | null = null
  readonly isUnexplained = false
  made: MadeMedia | null = null
  added: Partial<RequestRecord> | null = null
  readonly reasoningText = ''
  fault: AnswerFault | null = null

  constructor(contentTypes: readonly string[]) {
    this.#contentTypes = contentTypes
  }

  open(head: AnswerHead): boolean {
    const contentType = head.header('content-type') ?? ''
    return contentType === '' || this.#contentTypes.some((known) => contentType.includes(known))
  }

  opensAnyway(): boolean {
    return false
  }

  readAlike(start: number): number {
    return start
  }
}

/** A stream of audio. */
type SoundFormat = Readonly<{
  kind: 'sound'
  contentTypes: readonly string[]
  /** Creates a reader for samples of this rate in Hz, or of the usual rate. */
  begin: (rate: number | undefined) => AnswerReader
}>

export type ResponseFormat = StreamFormat | DocumentFormat | SoundFormat
