// Which prompt and answer lengths a recorded conversation must have to be used.

export type ConversationLengths = Readonly<{ promptTokens: number; outputTokens: number }>

const minTokens = 4
const maxPromptTokens = 1024
const maxTotalTokens = 2048

/** Answers of a length that somebody chose may be short, and nothing else. */
export function isUsableLength(
  { promptTokens, outputTokens }: ConversationLengths,
  answerMayBeShort: boolean,
): boolean {
  return (
    promptTokens >= minTokens &&
    (answerMayBeShort || outputTokens >= minTokens) &&
    promptTokens <= maxPromptTokens &&
    promptTokens + outputTokens <= maxTotalTokens
  )
}
