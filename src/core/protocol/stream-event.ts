// What one event of a streamed answer means. Reading it is the reference that every faster path must agree with.
import type { OutputKind, ServerTimes } from '../model/run/request-record.ts'
import { asCount, isJson, type Json } from './json-value.ts'

export type TokenUsage = Readonly<{
  promptTokens: number | null
  completionTokens: number | null
  /** Of the completion, what came before the answer; left out where the server does not count it. */
  reasoningTokens?: number | undefined
  /** Of the prompt, what its prefix cache held; left out likewise. */
  cachedTokens?: number | undefined
}>

export type StreamEvent = Readonly<{
  /** It comes for something that was generated, though it may carry nothing: a role, an end. */
  chunk: boolean
  /** The generated output it carries, which makes it a token event; null for none. */
  output: OutputKind | null
  /** Generation is over. */
  finished: boolean
  /** Why, in the server's own words; of several choices the worst. Null while it goes on, and where none is given. */
  finishReason: string | null
  /** The model it names; null without one. */
  model: string | null
  /** Output to keep; reasoning is a token but not kept, as in the original. */
  text: string
  /** What it carries of the reasoning. */
  reasoningText: string
  /** All of the output in the server's own words, in place of its pieces. */
  wholeText: string | null
  usage: TokenUsage | null
  /** The server's own times of the request. */
  serverTimes: ServerTimes | null
  /** The server's own words for a failure in the middle of a stream. */
  error: string | null
  /** Left out where it holds text only. */
  media?: StreamedMedia | undefined
}>

/** A piece of sound in base64, or images; and what the server reports of its work. */
export type StreamedMedia = Readonly<{
  sound: string | null
  images: readonly Json[]
  work: Json
}>

export function readUsage(usage: unknown): TokenUsage | null {
  if (!isJson(usage)) return null
  return {
    promptTokens: asCount(usage.prompt_tokens),
    completionTokens: asCount(usage.completion_tokens),
    ...tokenParts(usage.completion_tokens_details, usage.prompt_tokens_details),
  }
}

/** Counts of the prompt that came before stay where later ones leave them out. */
export function withPrompt(usage: TokenUsage, before: TokenUsage | null): TokenUsage {
  if (before === null) return usage
  const { promptTokens, cachedTokens } = before
  return {
    ...usage,
    promptTokens: usage.promptTokens ?? promptTokens,
    cachedTokens: usage.cachedTokens ?? cachedTokens,
  }
}

/** Parts of the completion and of the prompt, as far as the server counts them. */
export function tokenParts(
  completion: unknown,
  prompt: unknown,
): Pick<TokenUsage, 'reasoningTokens' | 'cachedTokens'> {
  const reasoningTokens = isJson(completion) ? asCount(completion.reasoning_tokens) : null
  const cachedTokens = isJson(prompt) ? asCount(prompt.cached_tokens) : null
  return {
    ...(reasoningTokens !== null && { reasoningTokens }),
    ...(cachedTokens !== null && { cachedTokens }),
  }
}

/** An event that says nothing; what one does say is put over it. */
export const silentEvent: StreamEvent = {
  chunk: false,
  output: null,
  finished: false,
  finishReason: null,
  model: null,
  text: '',
  reasoningText: '',
  wholeText: null,
  usage: null,
  serverTimes: null,
  error: null,
}

/** The name of the model in a response; null without one. */
export function modelIn({ model }: Json): string | null {
  return typeof model === 'string' && model !== '' ? model : null
}

/** OpenAI nests `error`; older servers send the error itself, marked by `object`. */
export function readError(message: Json): string | null {
  const error = message.object === 'error' ? message : message.error
  if (error === undefined || error === null) return null
  if (isJson(error) && typeof error.message === 'string') return error.message
  return typeof error === 'string' ? error : JSON.stringify(error)
}
