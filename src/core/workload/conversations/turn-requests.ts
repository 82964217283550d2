// The requests of conversations: one per turn, which holds what is new in it. What was said before goes in front of
// it when it is sent, for only then is it known.
import type { ThinkTimeShape } from '#core/flags/conversations.ts'
import type { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { type ChatMessage, userMessage } from '../message-content.ts'
import type { SampledRequest } from '../sampled-request.ts'
import type { CountedConversation, CountedTurn } from './conversation.ts'

export type TurnOptions = Readonly<{
  requestIdPrefix: string
  /** Whether turns carry the answers that were recorded, or those the server will have given. */
  history: 'answers' | 'recorded'
  /** Of turns that have none of their own. */
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

/** What the server will answer is taken to be as long as it is asked to be. */
function answerTokensIn(turn: CountedTurn, { history }: TurnOptions): number {
  return history === 'recorded' ? turn.answerTokens : turn.outputTokens
}

function recordedAnswer({ answer }: CountedTurn, { history }: TurnOptions): readonly ChatMessage[] {
  return history === 'recorded' ? [{ role: 'assistant', content: answer ?? '' }] : []
}

// How long the user of a conversation thinks between an answer and the next turn.

export type ThinkTime = Readonly<{ meanS: number; shape: ThinkTimeShape }>

const draw: Readonly<Record<ThinkTimeShape, (meanS: number, random: NumpyRandomState) => number>> =
  {
    constant: (meanS) => meanS,
    exponential: (meanS, random) => random.exponential(meanS),
  }

export function drawThinkS({ meanS, shape }: ThinkTime, random: NumpyRandomState): number {
  return meanS === 0 ? 0 : draw[shape](meanS, random)
}
