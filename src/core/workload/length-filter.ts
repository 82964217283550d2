// Which prompt and answer lengths a recorded conversation must have to be used.

export type ConversationLengths = Readonly<{ promptTokens: number; outputTokens: number }>

const minTokens = 4
const maxPromptTokens = 1024
const maxTotalTokens = 2048

/** A fixed answer length waives only the lower limit on answers. */
export function isUsableLength(
  { promptTokens, outputTokens }: ConversationLengths,
  hasFixedOutput: boolean,
): boolean {
  return (
    promptTokens >= minTokens &&
    (hasFixedOutput || outputTokens >= minTokens) &&
    promptTokens <= maxPromptTokens &&
    promptTokens + outputTokens <= maxTotalTokens
  )
}
