// How earlier clients parse a streamed response if they differ from ours: definition of a token, end of a response, source of
// counts. All of them count an error inside a stream and a truncated stream as success.

export type AnswerCounting = Readonly<{
  /**
   * When a message counts as a token: it has a choice, even one that only names a role; it has a choice with output (the
   * original's definition since v0.33); or it has text.
   */
  tokenEvents: 'any-choice' | 'with-output' | 'with-text'
  /** Event that ends E2EL. */
  latencyEnds: 'last-token' | 'last-message' | 'done'
  /** Which of the server's counts are used: any, those in messages without a token, those in messages without a choice, none. */
  usage: 'anywhere' | 'beside-no-token' | 'apart' | 'nowhere'
  /** Source of a prompt's token count. */
  promptTokens: 'server' | 'client'
  /** A response without a token is a success. */
  mayBeEmpty: boolean
}>

/** Absent protocols are parsed as ours. */
export type CountingProfile = Readonly<Partial<Record<'completions' | 'chat', AnswerCounting>>>

type EndpointCounting = Readonly<Record<'completions' | 'chat', AnswerCounting>>

const september2026: AnswerCounting = {
  tokenEvents: 'any-choice',
  latencyEnds: 'last-token',
  usage: 'apart',
  promptTokens: 'server',
  mayBeEmpty: false,
}

/** A chat delta that contains only the role, or only the finish reason, no longer counts as a token. */
export const countingOf033: EndpointCounting = {
  completions: september2026,
  chat: { ...september2026, tokenEvents: 'with-output', usage: 'beside-no-token' },
}

export const countingOf030: EndpointCounting = { completions: september2026, chat: september2026 }

/** The message with the counts arrived last and ended a chat response. */
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
