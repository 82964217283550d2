// How earlier clients read a streamed answer, where that is not our way: what they took for a token, when an answer
// was over, whose counts they believed. To all of them an error inside a stream and a stream cut short were a success.

export type AnswerCounting = Readonly<{
  /** What makes a message a token: a choice, though it may only name a role, or text of it. */
  tokenEvents: 'any-choice' | 'with-text'
  /** What E2EL ends with. */
  latencyEnds: 'last-token' | 'last-message' | 'done'
  /** Which counts of the server are believed: any, those in a message of their own, or none. */
  usage: 'anywhere' | 'apart' | 'nowhere'
  /** Whose count of a prompt's tokens it is. */
  promptTokens: 'server' | 'client'
  /** An answer without a token is a success. */
  mayBeEmpty: boolean
}>

/** Protocols that are not named are read in our way. */
export type CountingEra = Readonly<Partial<Record<'completions' | 'chat', AnswerCounting>>>

type Counting = Readonly<Record<'completions' | 'chat', AnswerCounting>>

const september2026: AnswerCounting = {
  tokenEvents: 'any-choice',
  latencyEnds: 'last-token',
  usage: 'apart',
  promptTokens: 'server',
  mayBeEmpty: false,
}

export const countingOf030: Counting = { completions: september2026, chat: september2026 }

/** The message with the counts came last and ended a chat. */
export const countingOf027: Counting = {
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

function both({ completions, chat }: Counting, changes: Partial<AnswerCounting>): Counting {
  return { completions: { ...completions, ...changes }, chat: { ...chat, ...changes } }
}
