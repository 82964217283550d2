// Chat completions: one user message goes in, and a stream of choices with deltas comes out.
import type { StreamForm } from '../answer-form.ts'
import {
  choicesHoles,
  readChoicesEvent,
  usageExample,
  type ChoiceReading,
} from '../choices-event.ts'
import type { ChatField } from '../../model/eras/era.ts'
import { eraOf } from '../../model/eras/era-of.ts'
import { chatMessagesOf } from '../chat-messages.ts'
import { commonFields } from '../common-fields.ts'
import { asText, isJson, type Json } from '../json-value.ts'
import type { OutputKind } from '../../model/request-record.ts'
import { fieldsInOrder, type FieldValues, type RequestForm } from '../request-form.ts'
import { promptText } from '../prompt-text.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'

const values: FieldValues<ChatField> = {
  model: (_, { model }) => model,
  messages: (request, { config }) => messageForms[eraOf(config).requests.chatContent](request),
  temperature: () => 0,
  max_tokens: ({ expectedOutputTokens }) => expectedOutputTokens,
  max_completion_tokens: ({ expectedOutputTokens }) => expectedOutputTokens,
  stream: () => true,
  stream_options: () => ({ include_usage: true }),
}

export const chatRequest: RequestForm = {
  encoding: 'json',
  sendsKey: true,
  fields: (request, options) => ({
    ...fieldsInOrder(eraOf(options.config).requests.chat, values)(request, options),
    ...commonFields(request, options.config),
  }),
}

const messageForms = {
  parts: (request: SampledRequest) => chatMessagesOf(request),
  text: ({ prompt }: SampledRequest) => [{ role: 'user', content: promptText(prompt) }],
}

/** The first delta only names the role and the last only the reason; neither is output. */
const choices: ChoiceReading = {
  outputOf: ({ delta }) => (isJson(delta) ? outputOf(delta) : null),
  textOf: ({ delta }) => (isJson(delta) ? asText(delta.content) : ''),
}

const contentKeys = ['content', 'refusal']
const reasoningKeys = ['reasoning_content', 'reasoning']

function outputOf(delta: Json): OutputKind | null {
  const { role, tool_calls: toolCalls } = delta
  const hasText = (keys: readonly string[]) => keys.some((key) => asText(delta[key]) !== '')
  // Beside a role, an empty text is just empty; else it is a token that is part of a character yet to come.
  const hasEmpty = (keys: readonly string[]) =>
    typeof role !== 'string' && keys.some((key) => delta[key] === '')
  if (hasText(contentKeys)) return 'content'
  if (hasText(reasoningKeys)) return 'reasoning'
  if (Array.isArray(toolCalls) && toolCalls.length > 0) return 'toolCall'
  if (hasEmpty(contentKeys)) return 'content'
  return hasEmpty(reasoningKeys) ? 'reasoning' : null
}

const textKeys = ['content', 'reasoning_content', 'reasoning']

export const chatAnswer: StreamForm = {
  kind: 'stream',
  readEvent: (payload) => readChoicesEvent(payload, choices),
  holes: { ...choicesHoles, text: textKeys.map((key) => ['choices', '0', 'delta', key]) },
  ending: 'done',
  example: {
    token: { id: 'a', created: 1, choices: [{ index: 0, delta: { content: ' word' } }] },
    last: usageExample,
  },
}
