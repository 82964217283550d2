// The native stream of Text Generation Inference: one message per token, the last with all of the text.
import { finishReasonOf } from '#core/protocol/finish-reason.ts'
import { asCount, asText, isJson, parseObject, type Json } from '#core/protocol/json-value.ts'
import { promptText, type RequestForm } from '#core/protocol/requests/request-form.ts'
import {
  readError,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
  type TokenUsage,
} from '#core/protocol/stream-event.ts'

/** It takes neither temperature 0 nor top_p 1. */
export const tgiRequest: RequestForm = {
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

/** The end-of-sequence token and the like are tokens, but not text. */
function visibleText({ special, text }: Json): string {
  return special === true ? '' : asText(text)
}

/** Given where `details` were asked for. */
function usageIn({ input_length: input, generated_tokens: generated }: Json): TokenUsage {
  return { promptTokens: asCount(input), completionTokens: asCount(generated) }
}

export const tgiAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readTgiEvent,
  holes: { text: [['token', 'text']], number: [['index'], ['token', 'id']] },
  ending: 'event',
  example: {
    token: { index: 1, token: { id: 1, text: ' word', special: false }, generated_text: null },
    last: { index: 2, token: { id: 2, text: '</s>', special: true }, generated_text: ' word' },
  },
}
