// The stream of Triton's generate extension, as models of TensorRT-LLM answer it.
import { asText, parseObject } from '#core/protocol/json-value.ts'
import { promptText, type RequestForm } from '#core/protocol/requests/request-form.ts'
import {
  readError,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
} from '#core/protocol/stream-event.ts'

/** The end of the sequence cannot be ignored, but it can be forbidden for long enough. */
export const tensorrtLlmRequest: RequestForm = {
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

/** Every message counts, even with an empty text: the server sent it for a token. */
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

export const tensorrtLlmAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readTritonEvent,
  holes: { text: [['text_output']], string: [['id']] },
  ending: 'body',
  example: {
    token: { model_name: 'ensemble', model_version: '1', text_output: ' word' },
    last: { model_name: 'ensemble', model_version: '1', text_output: '' },
  },
}
