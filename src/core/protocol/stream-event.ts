// What one event of a streamed answer means. The reference that every faster path must agree with.
import type { StreamProtocol } from '../model/backend-traits.ts'

export type TokenUsage = Readonly<{ promptTokens: number | null; completionTokens: number | null }>

export type StreamEvent = Readonly<{
  /** It carries generated output: a token event. */
  token: boolean
  /** The server says why generation ended. */
  finished: boolean
  /** Output to keep; reasoning is a token but not kept, as in the original. */
  text: string
  usage: TokenUsage | null
  /** The server's own words for a failure in the middle of a stream. */
  error: string | null
}>

type Json = Readonly<Record<string, unknown>>
type Choices = readonly Json[]

/** Null when the payload is not a JSON object: no server of this kind says such a thing. */
export function readStreamEvent(payload: string, protocol: StreamProtocol): StreamEvent | null {
  const message = parseObject(payload)
  if (message === null) return null
  const choices = Array.isArray(message.choices) ? message.choices.filter(isJson) : []
  return {
    token: protocols[protocol].carriesOutput(choices),
    finished: choices.some(({ finish_reason: reason }) => typeof reason === 'string'),
    text: choices.map(protocols[protocol].textOf).join(''),
    usage: readUsage(message.usage),
    error: readError(message),
  }
}

type ProtocolReading = Readonly<{
  carriesOutput: (choices: Choices) => boolean
  textOf: (choice: Json) => string
}>

const protocols: Readonly<Record<StreamProtocol, ProtocolReading>> = {
  // Any event with choices counts, even with an empty text: the server sent it for a token.
  completions: {
    carriesOutput: (choices) => choices.length > 0,
    textOf: ({ text }) => asText(text),
  },
  // The first delta only names the role and the last only the reason; neither is output.
  chat: {
    carriesOutput: (choices) => choices.some(({ delta }) => isJson(delta) && hasOutput(delta)),
    textOf: ({ delta }) => (isJson(delta) ? asText(delta.content) : ''),
  },
}

const deltaTexts = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const

/** A text may be empty: a token that is part of a character yet to come. Beside a role, empty is just empty. */
function hasOutput(delta: Json): boolean {
  const { role, tool_calls: toolCalls } = delta
  const texts = deltaTexts.flatMap((key) => (typeof delta[key] === 'string' ? [delta[key]] : []))
  return (
    texts.some((text) => text !== '') ||
    (texts.length > 0 && typeof role !== 'string') ||
    (Array.isArray(toolCalls) && toolCalls.length > 0)
  )
}

function readUsage(usage: unknown): TokenUsage | null {
  if (!isJson(usage)) return null
  return {
    promptTokens: asCount(usage.prompt_tokens),
    completionTokens: asCount(usage.completion_tokens),
  }
}

/** OpenAI nests `error`; older servers send the error itself, marked by `object`. */
function readError(message: Json): string | null {
  const error = message.object === 'error' ? message : message.error
  if (error === undefined || error === null) return null
  if (isJson(error) && typeof error.message === 'string') return error.message
  return typeof error === 'string' ? error : JSON.stringify(error)
}

function parseObject(payload: string): Json | null {
  try {
    const value: unknown = JSON.parse(payload)
    return isJson(value) ? value : null
  } catch {
    return null
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
}
