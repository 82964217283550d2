// Ollama's own API: /api/generate and /api/chat, which stream a JSON object per line.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { finishReasonOf } from '#core/protocol/finish-reason.ts'
import { asText, isJson, parseObject, type Json } from '#core/protocol/json-value.ts'
import {
  keyedJson,
  type Payload,
  promptText,
  type RequestForm,
  samplingParameters,
} from '#core/protocol/requests/request-form.ts'
import {
  hasCounts,
  modelIn,
  readError,
  readUsage,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
} from '#core/protocol/stream-event.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'

export const ollamaRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    prompt: promptText(request.prompt),
    ...otherFields(request, config),
  }),
}

export const ollamaChatRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    messages: [{ role: 'user', content: promptText(request.prompt) }],
    ...otherFields(request, config),
  }),
}

function otherFields(
  { expectedOutputTokens, bodyOverrides }: SampledRequest,
  config: BenchmarkConfig,
): Payload {
  const { options, ...others } = { ...config.extraBody, ...bodyOverrides }
  const own = { num_predict: expectedOutputTokens, ...samplingOptions(config) }
  const given = isJson(options) ? options : {}
  return { stream: true, options: { ...own, ...given }, ...others }
}

/** Ollama has a name of its own for the repetition penalty. */
function samplingOptions(config: BenchmarkConfig): Payload {
  const { repetition_penalty: penalty, ...others } = samplingParameters(config)
  return { ...others, ...(penalty !== undefined && { repeat_penalty: penalty }) }
}

function readOllamaLine(payload: string): StreamEvent | null {
  const line = parseObject(payload)
  if (line === null) return null
  const isDone = line.done === true
  const said: Json = isJson(line.message) ? line.message : { ...line, content: line.response }
  const [text, reasoningText] = [asText(said.content), asText(said.thinking)]
  const callsTool = Array.isArray(said.tool_calls) && said.tool_calls.length > 0
  const output =
    text !== '' ? 'content' : reasoningText !== '' ? 'reasoning' : callsTool ? 'toolCall' : null
  return {
    ...silentEvent,
    chunk: output !== null || line.done === false,
    output,
    text,
    reasoningText,
    finished: isDone,
    finishReason: isDone ? finishReasonOf(line.done_reason) : null,
    model: modelIn(line),
    usage: hasCounts(line) ? readUsage(line) : null,
    error: readError(line),
  }
}

export const ollamaAnswer: StreamFormat = {
  kind: 'stream',
  framing: 'lines',
  readEvent: readOllamaLine,
  holes: {},
  ending: 'event',
  example: {
    token: { model: 'm', created_at: '2026-11-30T12:00:00Z', response: ' word', done: false },
    last: { model: 'm', response: '', done: true, done_reason: 'stop', eval_count: 1 },
  },
}
