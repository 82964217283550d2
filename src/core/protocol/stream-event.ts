// What one event of a streamed answer means. Reading it is the reference that every faster path must agree with.
import type { OutputKind, ServerTimes } from '../model/run/request-record.ts'
import { asCount, isJson, type Json } from './json-value.ts'

export type TokenUsage = Readonly<{ promptTokens: number | null; completionTokens: number | null }>

export type StreamEvent = Readonly<{
  /** It comes for something that was generated, though it may carry nothing: a role, an end. */
  chunk: boolean
  /** The generated output it carries, which makes it a token event; null for none. */
  output: OutputKind | null
  /** The server says why generation ended. */
  finished: boolean
  /** Output to keep; reasoning is a token but not kept, as in the original. */
  text: string
  /** All of the output in the server's own words, in place of its pieces. */
  wholeText: string | null
  usage: TokenUsage | null
  /** The server's own times of the request. */
  serverTimes: ServerTimes | null
  /** The server's own words for a failure in the middle of a stream. */
  error: string | null
}>

export function readUsage(usage: unknown): TokenUsage | null {
  if (!isJson(usage)) return null
  return {
    promptTokens: asCount(usage.prompt_tokens),
    completionTokens: asCount(usage.completion_tokens),
  }
}

/** The field `metrics`, which vLLM adds to the message with the counts; null without it. */
export function readServerTimes(metrics: unknown): ServerTimes | null {
  if (!isJson(metrics)) return null
  return {
    queueS: asSeconds(metrics.queue_time_ms),
    ttftS: asSeconds(metrics.time_to_first_token_ms),
  }
}

function asSeconds(ms: unknown): number | null {
  return typeof ms === 'number' ? ms / 1000 : null
}

/** An event that says nothing; what one does say is put over it. */
export const silentEvent: StreamEvent = {
  chunk: false,
  output: null,
  finished: false,
  text: '',
  wholeText: null,
  usage: null,
  serverTimes: null,
  error: null,
}

/** OpenAI nests `error`; older servers send the error itself, marked by `object`. */
export function readError(message: Json): string | null {
  const error = message.object === 'error' ? message : message.error
  if (error === undefined || error === null) return null
  if (isJson(error) && typeof error.message === 'string') return error.message
  return typeof error === 'string' ? error : JSON.stringify(error)
}
