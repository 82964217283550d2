// What reads one answer, whatever its form: bytes go in with the time they were read at, and out come how many token
// events they held, when output of each kind first came, and what the server said besides.
import type {
  FirstKind,
  FirstTimes,
  MadeMedia,
  RequestErrorCode,
  ServerTimes,
} from '../model/run/request-record.ts'
import type { StageMetrics } from '../model/run/stage-metrics.ts'
import type { ResponseHead } from './response-head.ts'
import type { TokenUsage } from './stream-event.ts'

/** What the head of a response holds, besides its status. */
export type AnswerHead = Pick<ResponseHead, 'header'>

export type AnswerFault = Readonly<{
  code: Extract<RequestErrorCode, 'bad-event' | 'bad-answer' | 'no-token' | 'server-error-event'>
  message: string
  body: string
}>

/** When the first and the last message came that stood for tokens which were not in them. */
export type UnseenTokens = Readonly<{ firstAtUs: number; lastAtUs: number }>

export interface AnswerReader {
  /** Returns whether such an answer can be read. */
  open(head: AnswerHead): boolean
  /** Takes the bytes from `start` to `end`; returns how many token events ended in them. */
  read(bytes: Uint8Array, start: number, end: number, atUs: number): number
  /**
   * The same, all at once, for chunks after what was read last, as far as they are like it: framing and all, from `start`
   * up to `end` of the same bytes, which were read at the same time. Returns where the first begins that is not.
   */
  readAlike(start: number, end: number): number
  /** How many token events ended in what was read last. */
  readonly tokensInRead: number
  /** The body is over: the same for what was left of it. */
  end(): number
  /** Memory it takes, in bytes, for what was read and is kept. */
  readonly heldBytes: number
  /** The server has said everything. */
  readonly complete: boolean
  /** Nothing that was requested arrived. */
  readonly empty: boolean
  /** Null unless the server counted tokens and its messages held none. */
  readonly unseen: UnseenTokens | null
  /** The first thing that makes the answer worthless; what follows is not read. */
  readonly fault: AnswerFault | null
  /** In the time that `read` is given. */
  readonly firstAtUs: FirstTimes
  /** When the last output came. */
  readonly lastOutputAtUs: number
  /** The last one given. */
  readonly usage: TokenUsage | null
  /** Likewise. */
  readonly serverTimes: ServerTimes | null
  /** The model it names; null without one. */
  readonly model: string | null
  /** Why generation ended, in the server's own words; null while it goes on, and where none is given. */
  readonly finishReason: string | null
  /** Complete without a reason, in a format that has one. */
  readonly isUnexplained: boolean
  /** What it holds in place of text; null until the body is over, and for text. */
  readonly made: MadeMedia | null
  /** What the server reported of the stages of its pipeline; null where nothing of it is kept. */
  readonly stageMetrics: StageMetrics | null
  /** What was generated, as far as it is kept. */
  readonly text: string
  /** What was generated before the answer, likewise; empty where its text did not come. */
  readonly reasoningText: string
}

export function noFirstTimes(): Record<FirstKind, number | null> {
  return { chunk: null, content: null, reasoning: null, toolCall: null }
}
