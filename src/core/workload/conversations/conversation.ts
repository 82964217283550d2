// A conversation as a dataset holds it, and as it is sent once its tokens are counted.
import type { ChatMessage } from '../message-content.ts'

/** What a user says, and what was answered when it was recorded. */
export type RecordedTurn = Readonly<{
  said: string
  /** Null without a response, as at the end of a conversation. */
  answer: string | null
  /** Of this turn: the think time before it, in seconds, and the length of its response. */
  thinkS: number | null
  outputTokens: number | null
}>

export type RecordedConversation = Readonly<{
  /** What stands before the first turn, such as a system prompt. */
  opening: readonly ChatMessage[]
  turns: readonly RecordedTurn[]
}>

export type CountedTurn = RecordedTurn &
  Readonly<{
    saidTokens: number
    /** Of the requested response. */
    outputTokens: number
    /** Of the answer that was recorded; 0 where there is none. */
    answerTokens: number
  }>

export type CountedConversation = Readonly<{
  opening: readonly ChatMessage[]
  openingTokens: number
  turns: readonly CountedTurn[]
}>
