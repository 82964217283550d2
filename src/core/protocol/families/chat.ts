// Chat completions: a user message as input, a stream of choices with deltas as output.
import type { StreamFormat } from '../stream-event.ts'
import { type ChoiceReading, choicesStream, readChoicesEvent } from './choices.ts'
import type { ChatField } from '../../compat/compat-profile.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { asText, isJson, type Json } from '../json-value.ts'
import type { OutputKind } from '#core/records/request-outcome.ts'
import {
  chatMessagesOf,
  commonFields,
  fieldsInOrder,
  type FieldValues,
  keyedJson,
  promptText,
  type RequestForm,
} from '../requests/request-form.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'

const values: FieldValues<ChatField> = {
  model: (_, { model }) => model,
  messages: (request, { config }) =>
    messageForms[compatProfileOf(config).requests.chatContent](request),
  temperature: () => 0,
  max_tokens: ({ expectedOutputTokens }) => expectedOutputTokens,
  max_completion_tokens: ({ expectedOutputTokens }) => expectedOutputTokens,
  stream: () => true,
  stream_options: () => ({ include_usage: true }),
}

export const chatRequest: RequestForm = {
  ...keyedJson,
  fields: (request, options) => ({
    ...fieldsInOrder(compatProfileOf(options.config).requests.chat, values)(request, options),
    ...commonFields(request, options.config),
  }),
}

const messageForms = {
  parts: (request: SampledRequest) => chatMessagesOf(request),
  text: ({ prompt }: SampledRequest) => [{ role: 'user', content: promptText(prompt) }],
}

/** The first delta contains only the role and the last only the finish reason; neither is output. */
const choices: ChoiceReading = {
  outputOf: (choice) => outputOf(deltaOf(choice)),
  textOf: (choice) => textOf(deltaOf(choice)),
  reasoningOf: (choice) => reasoningIn(deltaOf(choice)),
}

/** A message in place of a delta is output unless it ends the choice: MiniMax then repeats the whole text. */
function deltaOf({ delta, message, text, finish_reason: reason }: Json): Json {
  if (isJson(delta)) return delta
  const plain = asText(delta) || asText(text)
  if (plain !== '') return { content: plain }
  return isJson(message) && !isTruthy(reason) ? message : {}
}

function textOf(delta: Json): string {
  const { content, audio } = delta
  if (isJson(audio)) return asText(audio.transcript)
  return isThought(delta) ? '' : contentIn(content)
}

/** Gemini marks content as its thoughts. */
function isThought({ extra_content: extra }: Json): boolean {
  return isJson(extra) && isJson(extra.google) && extra.google.thought === true
}

const contentKeys = ['content', 'refusal']
const vllmReasoningKeys = ['reasoning_content', 'reasoning']
/** Matches all names of text or parts that Ollama, Copilot, OpenRouter and LiteLLM use. */
const reasoningName = /think|thought|reason|^cot$|^analysis$/i
const noReasoningName = /signature|finish|stop|token|_id$/i

/** A string, or Mistral's list of parts, without thinking parts. */
function contentIn(content: unknown): string {
  if (isJson(content)) return contentIn([content])
  if (!Array.isArray(content)) return asText(content)
  return content
    .filter((part) => !isThinking(part))
    .map(textIn)
    .join('')
}

/** Strings or lists in separate fields, else parts of the content. */
function reasoningIn(delta: Json): string {
  const { content, provider_specific_fields: fields } = delta
  if (isThought(delta)) return contentIn(content)
  const others = Object.keys(delta).filter((key) => {
    return reasoningName.test(key) && !noReasoningName.test(key)
  })
  const texts = [...vllmReasoningKeys, ...others].map((key) => textIn(delta[key]))
  const own = texts.find((text) => text !== '')
  if (own !== undefined) return own
  if (isJson(fields)) return reasoningIn(fields)
  return Array.isArray(content) ? content.filter(isThinking).map(textIn).join('') : ''
}

function isThinking(part: unknown): boolean {
  return isJson(part) && /think|reason/.test(asText(part.type))
}

/** All text in a part, at any depth. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textIn).join('')
  if (!isJson(value)) return asText(value)
  return textIn(value.text ?? value.thinking ?? value.reasoning ?? value.summary ?? value.content)
}

function outputOf(delta: Json): OutputKind | null {
  const { role, tool_calls: toolCalls, function_call: functionCall } = delta
  // With a role, empty text means nothing; without one, it is a token that is part of an incomplete character.
  const hasEmpty = (keys: readonly string[]) =>
    typeof role !== 'string' && keys.some((key) => delta[key] === '')
  if (isThought(delta) && reasoningIn(delta) !== '') return 'reasoning'
  if (contentKeys.some((key) => contentIn(delta[key]) !== '')) return 'content'
  if (textOf(delta) !== '') return 'content'
  if (reasoningIn(delta) !== '') return 'reasoning'
  if (isTruthy(toolCalls)) return 'toolCall'
  // Deprecated predecessor of tool calls.
  if (isJson(functionCall)) return 'toolCall'
  if (hasEmpty(contentKeys)) return 'content'
  return hasEmpty(vllmReasoningKeys) ? 'reasoning' : null
}

/** Output as vLLM's client defines it since v0.33: neither refusals nor `reasoning_content`. */
const originalChoices: ChoiceReading = {
  ...choices,
  outputOf: ({ delta }) => (isJson(delta) ? originalOutputOf(delta) : null),
}

function originalOutputOf(delta: Json): OutputKind | null {
  const { content, reasoning, tool_calls: toolCalls, function_call: functionCall } = delta
  if (isTruthy(content)) return 'content'
  if (isTruthy(reasoning)) return 'reasoning'
  if (isTruthy(toolCalls) || isTruthy(functionCall)) return 'toolCall'
  return content === '' && !('role' in delta) ? 'content' : null
}

/** Truthiness as in Python, where an empty list or object is false. */
function isTruthy(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value)
}

const textKeys = ['content', 'reasoning_content', 'reasoning']

export const chatAnswer: StreamFormat = {
  ...choicesStream(
    choices,
    textKeys.map((key) => ['delta', key]),
    { delta: { content: ' word' } },
  ),
  readOriginalEvent: (payload) => readChoicesEvent(payload, originalChoices),
}
