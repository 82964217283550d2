// How earlier clients read a streamed answer, where that is not our way: what they took for a token, when an answer
// was over, whose counts they believed. To all of them an error inside a stream and a stream cut short were a success.

export type AnswerCounting = Readonly<{
  /**
   * What makes a message a token: a choice, even one that only names a role; a choice with output, as the original sees
   * output since v0.33; or text.
   */
  tokenEvents: 'any-choice' | 'with-output' | 'with-text'
  /** What E2EL ends with. */
  latencyEnds: 'last-token' | 'last-message' | 'done'
  /** Which counts of the server are taken: any, those beside no token, those beside no choice, or none. */
  usage: 'anywhere' | 'beside-no-token' | 'apart' | 'nowhere'
  /** Whose count of a prompt's tokens it is. */
  promptTokens: 'server' | 'client'
  /** An answer without a token is a success. */
  mayBeEmpty: boolean
}>

/** Protocols that are not named are read in our way. */
export type CountingProfile = Readonly<Partial<Record<'completions' | 'chat', AnswerCounting>>>

type EndpointCounting = Readonly<Record<'completions' | 'chat', AnswerCounting>>

const september2026: AnswerCounting = {
  tokenEvents: 'any-choice',
  latencyEnds: 'last-token',
  usage: 'apart',
  promptTokens: 'server',
  mayBeEmpty: false,
}

/** A delta of a chat that only names the role, or only the reason to end, is no token any more. */
export const countingOf033: EndpointCounting = {
  completions: september2026,
  chat: { ...september2026, tokenEvents: 'with-output', usage: 'beside-no-token' },
}

export const countingOf030: EndpointCounting = { completions: september2026, chat: september2026 }

/** The message with the counts came last and ended a chat. */
export const countingOf027: EndpointCounting = {
  completions: september2026,
  chat: { ...september2026, latencyEnds: 'last-message', mayBeEmpty: true },
}

export const countingOfAutumn2025 = both(countingOf027, { promptTokens: 'client' })

export const countingOfSpring2025 = both(countingOfAutumn2025, { usage: 'anywhere' })

export const countingOf2024 = both(countingOfSpring2025, {
  tokenEvents: 'with-text',
  latencyEnds: 'done',
  usage: 'nowhere',
  mayBeEmpty: true,
})

function both(
  { completions, chat }: EndpointCounting,
  changes: Partial<AnswerCounting>,
): EndpointCounting {
  return { completions: { ...completions, ...changes }, chat: { ...chat, ...changes } }
}
