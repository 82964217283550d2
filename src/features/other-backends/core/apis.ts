// Requests to these backends, and how their responses are read.
import { completionsRequest } from '#core/protocol/families/completions.ts'
import {
  type FeatureApis,
  keyedJson,
  promptText,
  type RequestForm,
} from '#core/protocol/requests/request-form.ts'
import type { otherBackends } from './backends.ts'
import { ollamaAnswer, ollamaChatRequest, ollamaRequest } from './ollama.ts'
import { finishReasonOf } from '#core/protocol/finish-reason.ts'
import {
  asText,
  objectsIn,
  parseObject,
  type Json,
  asCount,
  isJson,
} from '#core/protocol/json-value.ts'
import {
  type AnswerDocument,
  type DocumentFormat,
  type DocumentMeaning,
  modelIn,
  readError,
  readUsage,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
  type TokenUsage,
} from '#core/protocol/stream-event.ts'

/** The server rejects temperature 0 and top_p 1. */
const tgiRequest: RequestForm = {
  encoding: 'json',
  sendsKey: false,
  fields: ({ prompt, promptTokens, expectedOutputTokens, bodyOverrides }, { config }) => ({
    inputs: promptText(prompt),
    parameters: {
      max_new_tokens: expectedOutputTokens,
      do_sample: true,
      temperature: 0.01,
      top_p: 0.99,
      truncate: promptTokens,
      ignore_eos_token: config.ignoreEos,
    },
    ...config.extraBody,
    ...bodyOverrides,
  }),
}

function readTgiEvent(payload: string): StreamEvent | null {
  const message = parseObject(payload)
  if (message === null) return null
  const { token, generated_text: wholeText, details } = message
  return {
    ...silentEvent,
    chunk: isJson(token),
    output: isJson(token) ? 'content' : null,
    finished: typeof wholeText === 'string',
    finishReason: isJson(details) ? finishReasonOf(details.finish_reason) : null,
    text: isJson(token) ? visibleText(token) : '',
    wholeText: typeof wholeText === 'string' ? wholeText : null,
    usage: isJson(details) ? usageIn(details) : null,
    error: readError(message),
  }
}

/** Special tokens such as end-of-sequence are tokens, but not text. */
function visibleText({ special, text }: Json): string {
  return special === true ? '' : asText(text)
}

/** Present if `details` were requested. */
function usageIn({ input_length: input, generated_tokens: generated }: Json): TokenUsage {
  return { promptTokens: asCount(input), completionTokens: asCount(generated) }
}

const tgiAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readTgiEvent,
  holes: { text: [['token', 'text']], number: [['index'], ['token', 'id']] },
  ending: 'event',
  example: {
    token: { index: 1, token: { id: 1, text: ' word', special: false }, generated_text: null },
    last: { index: 2, token: { id: 2, text: '</s>', special: true }, generated_text: ' word' },
  },
}

/** The end of sequence cannot be ignored, but it can be suppressed long enough. */
const tensorrtLlmRequest: RequestForm = {
  encoding: 'json',
  sendsKey: false,
  fields: ({ prompt, expectedOutputTokens, bodyOverrides }, { config }) => ({
    accumulate_tokens: true,
    text_input: promptText(prompt),
    temperature: 0,
    top_p: 1,
    max_tokens: expectedOutputTokens,
    stream: true,
    ...(config.ignoreEos ? { min_length: expectedOutputTokens } : {}),
    ...config.extraBody,
    ...bodyOverrides,
  }),
}

/** Every message counts, even with empty text, because the server sent it for a token. */
function readTritonEvent(payload: string): StreamEvent | null {
  const message = parseObject(payload)
  if (message === null) return null
  const isOutput = typeof message.text_output === 'string'
  return {
    ...silentEvent,
    chunk: isOutput,
    output: isOutput ? 'content' : null,
    text: asText(message.text_output),
    error: readError(message),
  }
}

const tensorrtLlmAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readTritonEvent,
  holes: { text: [['text_output']], string: [['id']] },
  ending: 'body',
  example: {
    token: { model_name: 'ensemble', model_version: '1', text_output: ' word' },
    last: { model_name: 'ensemble', model_version: '1', text_output: '' },
  },
}

/** The server rejects a temperature of 0. */
const deepspeedMiiRequest: RequestForm = {
  ...keyedJson,
  fields: ({ prompt, expectedOutputTokens, bodyOverrides }, { config, model }) => ({
    model,
    prompt: promptText(prompt),
    max_tokens: expectedOutputTokens,
    temperature: 0.01,
    top_p: 1,
    ...config.extraBody,
    ...bodyOverrides,
  }),
}

function readMiiDocument({ text: read }: AnswerDocument): DocumentMeaning | null {
  const message = parseObject(read())
  if (message === null) return null
  const error = readError(message)
  const text = generatedText(message)
  if (error === null && text === null) return null
  const [choice] = objectsIn(message.choices)
  return {
    text: text ?? '',
    usage: readUsage(message.usage),
    model: modelIn(message),
    finishReason: finishReasonOf(choice?.finish_reason),
    error,
  }
}

/** OpenAI's format, or the list of texts of MII's own interface. */
function generatedText({ choices, text }: Json): string | null {
  const [choice] = objectsIn(choices)
  if (choice !== undefined) return asText(choice.text)
  const first: unknown = Array.isArray(text) ? text[0] : null
  return typeof first === 'string' ? first : null
}

const deepspeedMiiAnswer: DocumentFormat = {
  kind: 'document',
  contentTypes: ['application/json'],
  readDocument: readMiiDocument,
  example: { choices: [{ text: ' word' }] },
}

export const otherApis: FeatureApis<typeof otherBackends> = {
  requests: {
    lmdeploy: completionsRequest,
    scalellm: completionsRequest,
    tgi: tgiRequest,
    'tensorrt-llm': tensorrtLlmRequest,
    'deepspeed-mii': deepspeedMiiRequest,
    ollama: ollamaRequest,
    'ollama-chat': ollamaChatRequest,
  },
  responses: {
    tgi: tgiAnswer,
    'tensorrt-llm': tensorrtLlmAnswer,
    'deepspeed-mii': deepspeedMiiAnswer,
    ollama: ollamaAnswer,
  },
}
