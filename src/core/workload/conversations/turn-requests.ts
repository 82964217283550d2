// Requests of conversations: one per turn, with its new messages. Earlier messages are prepended when it is sent,
// because they include the responses.
import type { ThinkTimeShape } from '#core/flags/conversations.ts'
import type { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { type ChatMessage, userMessage } from '../message-content.ts'
import type { SampledRequest } from '../sampled-request.ts'
import type { CountedConversation, CountedTurn } from './conversation.ts'

export type TurnOptions = Readonly<{
  requestIdPrefix: string
  /** Whether turns repeat the recorded responses or the server's own. */
  history: 'answers' | 'recorded'
  /** Think time of turns without one. */
  thinkTime: ThinkTime
  random: NumpyRandomState
}>

export function turnRequests(
  conversations: readonly CountedConversation[],
  options: TurnOptions,
): SampledRequest[] {
  return conversations.flatMap((conversation, position) =>
    requestsOf(conversation, `${options.requestIdPrefix}conv-${position}`, options),
  )
}

function requestsOf(
  { opening, openingTokens, turns }: CountedConversation,
  conversationId: string,
  options: TurnOptions,
): SampledRequest[] {
  let saidTokens = openingTokens
  return turns.map((turn, number) => {
    const before = turns[number - 1]
    if (before !== undefined) saidTokens += answerTokensIn(before, options)
    saidTokens += turn.saidTokens
    return {
      prompt: turn.said,
      promptTokens: saidTokens,
      expectedOutputTokens: turn.outputTokens,
      requestId: `${conversationId}-turn${number}`,
      chatMessages: [
        ...(before === undefined ? opening : recordedAnswer(before, options)),
        userMessage(turn.said),
      ],
      turn: {
        conversationId,
        number,
        thinkS: number === 0 ? 0 : (turn.thinkS ?? drawThinkS(options.thinkTime, options.random)),
      },
    }
  })
}

/** Assumes that the server's response has the requested length. */
function answerTokensIn(turn: CountedTurn, { history }: TurnOptions): number {
  return history === 'recorded' ? turn.answerTokens : turn.outputTokens
}

function recordedAnswer({ answer }: CountedTurn, { history }: TurnOptions): readonly ChatMessage[] {
  return history === 'recorded' ? [{ role: 'assistant', content: answer ?? '' }] : []
}

/** Think time of the user between a response and the next turn. */
export type ThinkTime = Readonly<{ meanS: number; shape: ThinkTimeShape }>

const draw: Readonly<Record<ThinkTimeShape, (meanS: number, random: NumpyRandomState) => number>> =
  {
    constant: (meanS) => meanS,
    exponential: (meanS, random) => random.exponential(meanS),
  }

export function drawThinkS({ meanS, shape }: ThinkTime, random: NumpyRandomState): number {
  return meanS === 0 ? 0 : draw[shape](meanS, random)
}
