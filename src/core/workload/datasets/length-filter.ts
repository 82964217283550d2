// Which prompt and answer lengths a recorded conversation must have to be used.

type ConversationLengths = Readonly<{ promptTokens: number; outputTokens: number }>

/** Most tokens of a prompt, and of prompt and answer together. */
export type LengthLimits = Readonly<{ promptTokens: number; totalTokens: number }>

export const usualLimits: LengthLimits = { promptTokens: 1024, totalTokens: 2048 }

const minTokens = 4

/** Responses of a chosen length may be short, and nothing else. */
export function isUsableLength(
  { promptTokens, outputTokens }: ConversationLengths,
  answerMayBeShort: boolean,
  limits: LengthLimits = usualLimits,
): boolean {
  return (
    promptTokens >= minTokens &&
    (answerMayBeShort || outputTokens >= minTokens) &&
    promptTokens <= limits.promptTokens &&
    promptTokens + outputTokens <= limits.totalTokens
  )
}
