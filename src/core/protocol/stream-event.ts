// Parses one event of a streamed response. This parser is the reference for every faster path.
import type { Text } from '#core/messages/message.ts'
import type { OutputKind } from '#core/records/request-outcome.ts'
import type { MadeMedia, RequestRecord, ServerTimes } from '#core/records/request-record.ts'
import { asCount, asText, isJson, parseObject, type Json } from './json-value.ts'
import type { AnswerCounting } from '../compat/counting.ts'
import type { TemplateHoles } from './event-template.ts'

export type TokenUsage = Readonly<{
  promptTokens: number | null
  completionTokens: number | null
  /** Completion tokens for reasoning; absent if the server does not count them. */
  reasoningTokens?: number | undefined
  /** Prompt tokens found in the prefix cache; absent if the server does not count them. */
  cachedTokens?: number | undefined
  /** Completion tokens that the server counts beside its completion; absent if there are none. */
  besideTokens?: number | undefined
}>

export type StreamEvent = Readonly<{
  /** A chunk of generated output, even if it contains only a role or a finish reason. */
  chunk: boolean
  /** Kind of its generated output, which makes it a token event; null for none. */
  output: OutputKind | null
  /** Generation has ended. */
  finished: boolean
  /** The server's finish reason; the worst of several choices. Null during generation, or if it sends none. */
  finishReason: string | null
  /** Model named in the event; null if absent. */
  model: string | null
  /** Output to retain; reasoning counts as a token but is not retained, as in vLLM's client. */
  text: string
  reasoningText: string
  /** Complete output repeated by the server; it replaces the pieces. */
  wholeText: string | null
  usage: TokenUsage | null
  /** The server's own times of the request. */
  serverTimes: ServerTimes | null
  /** The server's error message in the middle of a stream. */
  error: string | null
  /** Absent if it contains text only. */
  media?: StreamedMedia | undefined
}>

/** A piece of base64 audio, or images; and the server's report on its work. */
export type StreamedMedia = Readonly<{
  sound: string | null
  images: readonly Json[]
  work: Json
}>

/** Media of one stream. */
export type MediaReader = Readonly<{
  take: (media: StreamedMedia, atUs: number) => void
  /** Null without media. */
  read: (textEndedAtUs: number | null) => MadeMedia | null
  /** Fields of the record that features add; null if there are none. */
  added: Partial<RequestRecord> | null
}>

/** Names of OpenAI and Anthropic, then of the AI SDK, Gemini, watsonx and Ollama. */
const promptKeys = [
  ...['prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens'],
  ...['promptTokenCount', 'input_token_count', 'prompt_eval_count'],
]
const completionKeys = [
  ...['completion_tokens', 'output_tokens', 'completionTokens', 'outputTokens'],
  ...['candidatesTokenCount', 'generated_token_count', 'eval_count'],
]

const totalKeys = ['total_tokens', 'totalTokens', 'totalTokenCount']

export function hasCounts(value: unknown): value is Json {
  return isJson(value) && completionKeys.some((key) => key in value)
}

/** Cohere nests its counts once more. */
export function readUsage(usage: unknown): TokenUsage | null {
  const value: unknown = Array.isArray(usage) ? usage[0] : usage
  if (!isJson(value)) return null
  const counts = [value.tokens, value.billed_units].find(hasCounts) ?? value
  const countAt = (keys: readonly string[]) =>
    asCount(keys.map((key) => counts[key]).find((count) => count !== undefined && count !== null))
  const parts = tokenParts(
    partsIn(counts.completion_tokens_details ?? counts.output_tokens_details, {
      reasoning_tokens: asCount(counts.reasoning_tokens ?? counts.thoughtsTokenCount) || undefined,
    }),
    partsIn(counts.prompt_tokens_details ?? counts.input_tokens_details, {
      cached_tokens: counts.prompt_cache_hit_tokens ?? counts.cached_tokens,
    }),
  )
  const usual = { promptTokens: countAt(promptKeys), completionTokens: countAt(completionKeys) }
  return withReasoning({ ...usual, ...parts }, countAt(totalKeys))
}

/** Grok and Gemini leave reasoning out of the completion; their total contains it. */
function withReasoning(usage: TokenUsage, total: number | null): TokenUsage {
  const { promptTokens, completionTokens, reasoningTokens = 0 } = usage
  if (reasoningTokens === 0 || promptTokens === null || completionTokens === null) return usage
  const whole = completionTokens + reasoningTokens
  if (total !== promptTokens + whole) return usage
  return { ...usage, completionTokens: whole, besideTokens: reasoningTokens }
}

/** Details, or the same counts beside the totals, as SGLang, DeepSeek and Moonshot send them. */
function partsIn(details: unknown, beside: Json): Json {
  return isJson(details) ? { ...beside, ...details } : beside
}

/** Keeps earlier counts that later events omit or send as zero. */
export function withPrompt(usage: TokenUsage, before: TokenUsage | null): TokenUsage {
  if (before === null) return usage
  const { promptTokens, completionTokens, cachedTokens } = before
  return {
    ...usage,
    completionTokens: usage.completionTokens || (completionTokens ?? usage.completionTokens),
    promptTokens: usage.promptTokens || (promptTokens ?? usage.promptTokens),
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

/** An event without content, as the base for others. */
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

/** The model named in a response; null if absent. */
export function modelIn({ model }: Json): string | null {
  return typeof model === 'string' && model !== '' ? model : null
}

/** OpenAI nests `error`; older servers send the error itself, identified by `object`. */
export function readError(message: Json): string | null {
  const error = message.object === 'error' ? message : message.error
  if (error === undefined || error === null || error === '' || error === false) return null
  if (isJson(error) && typeof error.message === 'string') return error.message
  return typeof error === 'string' ? error : JSON.stringify(error)
}

const longestSign = 256

/** Whether the data of an event is only a gateway's keep-alive. */
export function keepsAlive(payload: string): boolean {
  if (payload.startsWith('{') || payload.length > longestSign) return false
  return /^(?::.*|["'[<]*(?:ping|heartbeat|keep[-_ ]?alive|null)?["'\]>]*)$/i.test(payload.trim())
}

/** Names under which gateways send errors without the field `error`: first of messages, then of objects and codes. */
const errorKeys = [/^(?:error_?)?(?:message|msg|detail)$|^base_resp$/i, /error|exception/i]

/** Message of an event without choices and counts. */
export function strayError(event: Json): string | null {
  if (typeof event.choices === 'object' && event.choices !== null) return null
  if (isJson(event.usage)) return null
  const keys = Object.keys(event)
  const named = errorKeys.flatMap((pattern) => keys.filter((key) => pattern.test(key)))
  return named.map((key) => messageIn(event[key])).find((text) => text !== '') ?? null
}

function messageIn(value: unknown): string {
  if (Array.isArray(value)) return messageIn(value[0])
  if (!isJson(value)) return asText(value)
  return asText(value.message) || asText(value.msg) || asText(value.status_msg)
}

/** Events of other APIs, which a gateway may pass on unchanged. */
const otherApis: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Anthropic Messages', /"type"\s*:\s*"(?:message_start|content_block_)/],
  ['OpenAI Responses', /"type"\s*:\s*"response\./],
  ['Gemini', /"candidates"\s*:/],
  ['Bedrock Converse', /"(?:contentBlockDelta|messageStart)"\s*:/],
  ['Ollama /api/chat', /"done"\s*:\s*(?:true|false)/],
]

/** The API whose events look like this; null if unknown. */
export function otherApiOf(payload: string): string | null {
  const start = payload.slice(0, longestSign)
  return otherApis.find(([, sign]) => sign.test(start))?.[0] ?? null
}

/** The error in a document in place of a response; null if it is none. */
export function errorIn(text: string): string | null {
  const parsed = parseObject(text)
  return parsed === null ? null : (readError(parsed) ?? strayError(parsed))
}

/** Message of an event named `error`, in any data format. */
export function errorText(payload: string): string {
  const parsed = parseObject(payload)
  if (parsed === null) return payload
  return readError(parsed) ?? (asText(parsed.message) || asText(parsed.detail) || payload)
}

export type StreamFormat = Readonly<{
  kind: 'stream'
  /** Each line is an event (newline-delimited JSON); absent for server-sent events. */
  framing?: 'lines'
  /** Parses the data of one event; null if no server of this kind sends such an event. */
  readEvent: (payload: string) => StreamEvent | null
  /** Parses like vLLM's client since v0.33, which finds output in different events than `readEvent`. */
  readOriginalEvent?: (payload: string) => StreamEvent | null
  /** Values that differ between events of the same form. */
  holes: TemplateHoles
  /** Signs of a complete response: `[DONE]` or an event, an event alone, or also the end of the body. */
  ending: 'done' | 'event' | 'body'
  /** A complete response has a finish reason. */
  namesEnd?: true | undefined
  /** Events of other APIs are named in the error. */
  namesOtherApis?: true
  /** End of E2EL; the last token if absent. */
  latencyEnds?: AnswerCounting['latencyEnds']
  /** A response without a token is a success. */
  mayBeEmpty?: boolean
  /** Only visible output makes a response valid; tokens that the server merely counts do not. */
  takesShownOnly?: boolean
  /** Reader for audio and images besides the text; absent if there are none. */
  beginMedia?: (options: Readonly<{ keepStages?: boolean }>) => MediaReader
  example: Readonly<{ token: object; last: object }>
}>

export type DocumentFormat = Readonly<{
  kind: 'document'
  /** Accepted content types; a response without one is also accepted. */
  contentTypes: readonly string[]
  /** Null if no server of this kind sends such a document. */
  readDocument: (document: AnswerDocument) => DocumentMeaning | null
  example: object
}>

export type AnswerDocument = Readonly<{
  text: () => string
  contentType: string
  /** The `metadata` header, which contains the usage if the body is not JSON. */
  metadata: string | null
}>

export type DocumentMeaning = Readonly<{
  /** Generated text, if any. */
  text: string
  usage: TokenUsage | null
  /** The document contains nothing that was requested; absent otherwise. */
  isEmpty?: boolean
  /** Model named in the document, if any. */
  model?: string | null
  /** Finish reason, if present. */
  finishReason?: string | null
  /** Media in the document; absent for text. */
  made?: MadeMedia
  /** Reads the reports of pipeline stages, as fields that a feature adds to the record. */
  stages?: () => Partial<RequestRecord> | null
  /** The server's error message. */
  error: Text | null
}>
