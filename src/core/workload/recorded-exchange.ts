// Parts of a request and its response that a recording stores: the prompt as one text, and the tokens that the server counted.
import { parsedJson } from '#core/base/parsed-json.ts'
import { z } from 'zod'

export type RecordedTokens = Readonly<{
  /** Null if the server did not count them. */
  promptTokens: number | null
  outputTokens: number | null
}>

const recordedPaths = [
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/messages',
  '/v1/responses',
] as const

/** True for requests that generate text; all others pass through without being recorded. */
export function isRecorded(method: string, path: string): boolean {
  return method === 'POST' && recordedPaths.some((recorded) => path.endsWith(recorded))
}

const promptFields = z.looseObject({
  tools: z.json().optional(),
  system: z.json().optional(),
  instructions: z.json().optional(),
  messages: z.json().optional(),
  prompt: z.json().optional(),
  input: z.json().optional(),
})

/**
 * Texts that the model reads, in the order of chat templates: requests with a common prompt prefix have a common prefix of this
 * text. Null if the body is not a request.
 */
export function promptText(body: string): string | null {
  const fields = promptFields.safeParse(parsedJson(body))
  if (!fields.success) return null
  const { tools, system, instructions, messages, prompt, input } = fields.data
  const parts = [tools, system, instructions, messages, prompt, input].filter(
    (part) => part !== undefined,
  )
  return parts.length === 0 ? null : parts.map(textOf).join('\n')
}

type Json = z.core.util.JSONType

/** Contents of messages and of their parts; tools and media as JSON. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = value['content'] ?? value['text']
  return inner === undefined ? JSON.stringify(value) : textOf(inner)
}

/** More than any context contains; a trace lists each block of a prompt. */
const mostTokens = 20e6
const count = z.int().min(0).max(mostTokens)
const usageSchema = z.looseObject({
  prompt_tokens: count.optional(),
  completion_tokens: count.optional(),
  input_tokens: count.optional(),
  output_tokens: count.optional(),
  cache_read_input_tokens: count.nullish(),
  cache_creation_input_tokens: count.nullish(),
})
/** Usage of a chat or completion, of the start of a message, or of a complete response. */
const payloadSchema = z.looseObject({
  usage: usageSchema.nullish(),
  message: z.looseObject({ usage: usageSchema.nullish() }).nullish().catch(null),
  response: z.looseObject({ usage: usageSchema.nullish() }).nullish().catch(null),
  choices: z.array(z.unknown()).nullish().catch(null),
  type: z.string().nullish().catch(null),
})

/** Tokens of one response, from its JSON or its events. Events with text count as a token each if the server counted none. */
export class ResponseTokens {
  #promptTokens: number | null = null
  #outputTokens: number | null = null
  #textEvents = 0

  /** Accepts the body of a response, or the data of one event. */
  take(data: string): void {
    const payload = payloadSchema.safeParse(parsedJson(data))
    if (!payload.success) return
    const { usage, message, response, choices, type } = payload.data
    for (const counted of [usage, message?.usage, response?.usage]) {
      if (!counted) continue
      const { prompt_tokens, completion_tokens, input_tokens, output_tokens } = counted
      const cached =
        (counted.cache_read_input_tokens ?? 0) + (counted.cache_creation_input_tokens ?? 0)
      const input = input_tokens === undefined ? undefined : input_tokens + cached
      this.#promptTokens = prompt_tokens ?? input ?? this.#promptTokens
      this.#outputTokens = completion_tokens ?? output_tokens ?? this.#outputTokens
    }
    if ((choices?.length ?? 0) > 0 || type?.endsWith('delta')) this.#textEvents++
  }

  get tokens(): RecordedTokens {
    const outputTokens = this.#outputTokens ?? (this.#textEvents > 0 ? this.#textEvents : null)
    return { promptTokens: this.#promptTokens, outputTokens }
  }
}
