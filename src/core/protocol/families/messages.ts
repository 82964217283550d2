// Anthropic's Messages API: the request has messages; the response is a stream of named events, which open, fill and close
// content blocks. Prompt counts are sent first, output counts last.
import type { OutputKind } from '#core/records/request-outcome.ts'
import { finishReasonOf } from '../finish-reason.ts'
import { asCount, asText, isJson, parseObject, type Json } from '../json-value.ts'
import {
  chatMessagesOf,
  commonFields,
  keyedJson,
  type RequestForm,
} from '../requests/request-form.ts'
import {
  modelIn,
  readError,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
  type TokenUsage,
} from '../stream-event.ts'

/** API version; the only one since 2023. */
const version = '2023-06-01'

export const messagesRequest: RequestForm = {
  ...keyedJson,
  /** Anthropic reads its own header, vLLM and many gateways read the bearer token, so both are sent. */
  headers: (apiKey) => ({
    'anthropic-version': version,
    ...(apiKey !== null && apiKey !== '' && { 'x-api-key': apiKey }),
  }),
  fields: (request, { config, model }) => ({
    model,
    messages: chatMessagesOf(request),
    max_tokens: request.expectedOutputTokens,
    stream: true,
    ...commonFields(request, config),
  }),
}

type Delta = Readonly<{ output: OutputKind; key: string }>

const deltas: Readonly<Record<string, Delta>> = {
  text_delta: { output: 'content', key: 'text' },
  thinking_delta: { output: 'reasoning', key: 'thinking' },
  input_json_delta: { output: 'toolCall', key: 'partial_json' },
}

function readMessagesEvent(payload: string): StreamEvent | null {
  const message = parseObject(payload)
  if (message === null) return null
  const error = readError(message)
  if (error !== null) return { ...silentEvent, error }
  switch (message.type) {
    case 'message_start':
      return isJson(message.message) ? startOf(message.message) : silentEvent
    case 'content_block_start':
      return isToolUse(message) ? { ...silentEvent, chunk: true, output: 'toolCall' } : silentEvent
    case 'content_block_delta':
      return isJson(message.delta) ? readDelta(message.delta) : silentEvent
    case 'message_delta':
      return { ...silentEvent, usage: outputUsage(message), finishReason: stopIn(message) }
    default:
      return { ...silentEvent, finished: message.type === 'message_stop' }
  }
}

function startOf(message: Json): StreamEvent {
  return { ...silentEvent, usage: promptUsage(message), model: modelIn(message) }
}

function stopIn({ delta }: Json): string | null {
  return isJson(delta) ? finishReasonOf(delta.stop_reason) : null
}

function isToolUse({ content_block: block }: Json): boolean {
  return isJson(block) && block.type === 'tool_use'
}

/** An empty delta is not a token. */
function readDelta(delta: Json): StreamEvent {
  const { output, key } = deltas[asText(delta.type)] ?? { output: null, key: '' }
  const text = asText(delta[key])
  if (output === null || text === '') return silentEvent
  return {
    ...silentEvent,
    chunk: true,
    output,
    text: output === 'content' ? text : '',
    reasoningText: output === 'reasoning' ? text : '',
  }
}

function outputUsage({ usage }: Json): TokenUsage | null {
  if (!isJson(usage)) return null
  return { ...inputOf(usage), completionTokens: asCount(usage.output_tokens) }
}

/** Drops the output count, which is incomplete at this point. */
function promptUsage({ usage }: Json): TokenUsage | null {
  return isJson(usage) ? { ...inputOf(usage), completionTokens: null } : null
}

/** Input tokens exclude cached ones; 0 if a gateway does not know them yet. */
function inputOf(usage: Json): Pick<TokenUsage, 'promptTokens' | 'cachedTokens'> {
  const read = asCount(usage.cache_read_input_tokens)
  const written = asCount(usage.cache_creation_input_tokens)
  const all = (asCount(usage.input_tokens) ?? 0) + (read ?? 0) + (written ?? 0)
  return {
    promptTokens: all > 0 ? asCount(all) : null,
    ...(read !== null && { cachedTokens: read }),
  }
}

export const messagesAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readMessagesEvent,
  holes: {
    text: [
      ['delta', 'text'],
      ['delta', 'thinking'],
    ],
  },
  ending: 'event',
  namesEnd: true,
  example: {
    token: {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: ' word' },
    },
    last: { type: 'message_stop' },
  },
}
