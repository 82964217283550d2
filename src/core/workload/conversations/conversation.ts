// A conversation in a dataset, and the same conversation with token counts, ready to send.
import type { ChatMessage } from '../message-content.ts'

/** A user message and the recorded response. */
export type RecordedTurn = Readonly<{
  said: string
  /** Null without a response, as at the end of a conversation. */
  answer: string | null
  /** The turn's own think time before it, in seconds, and its own response length. */
  thinkS: number | null
  outputTokens: number | null
}>

export type RecordedConversation = Readonly<{
  /** Messages before the first turn, such as a system prompt. */
  opening: readonly ChatMessage[]
  turns: readonly RecordedTurn[]
}>

export type CountedTurn = RecordedTurn &
  Readonly<{
    saidTokens: number
    outputTokens: number
    /** Tokens of the recorded response; 0 without one. */
    answerTokens: number
  }>

export type CountedConversation = Readonly<{
  opening: readonly ChatMessage[]
  openingTokens: number
  turns: readonly CountedTurn[]
}>
