// DeepSpeed-MII: one document as a response, without streaming.
import { finishReasonOf } from '#core/protocol/finish-reason.ts'
import { asText, objectsIn, parseObject, type Json } from '#core/protocol/json-value.ts'
import { keyedJson, promptText, type RequestForm } from '#core/protocol/requests/request-form.ts'
import {
  type AnswerDocument,
  type DocumentFormat,
  type DocumentMeaning,
  modelIn,
  readError,
  readUsage,
} from '#core/protocol/stream-event.ts'

/** It takes no temperature of 0. */
export const deepspeedMiiRequest: RequestForm = {
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

/** As OpenAI shapes it, or the list of texts of MII's own interface. */
function generatedText({ choices, text }: Json): string | null {
  const [choice] = objectsIn(choices)
  if (choice !== undefined) return asText(choice.text)
  const first: unknown = Array.isArray(text) ? text[0] : null
  return typeof first === 'string' ? first : null
}

export const deepspeedMiiAnswer: DocumentFormat = {
  kind: 'document',
  contentTypes: ['application/json'],
  readDocument: readMiiDocument,
  example: { choices: [{ text: ' word' }] },
}
