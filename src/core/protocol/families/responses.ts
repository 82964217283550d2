// OpenAI's Responses API: an input is sent; the response is a stream of named events, few of which contain output.
import type { OutputKind } from '#core/records/request-outcome.ts'
import { finishReasonOf } from '../finish-reason.ts'
import { asCount, asText, isJson, parseObject, type Json } from '../json-value.ts'
import { commonFields, keyedJson, promptText, type RequestForm } from '../requests/request-form.ts'
import {
  modelIn,
  readError,
  silentEvent,
  type StreamEvent,
  type StreamFormat,
  tokenParts,
  type TokenUsage,
} from '../stream-event.ts'

export const responsesRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    input: promptText(request.prompt),
    max_output_tokens: request.expectedOutputTokens,
    stream: true,
    store: false,
    ...commonFields(request, config),
  }),
}

const outputs: Readonly<Record<string, OutputKind>> = {
  'response.output_text.delta': 'content',
  'response.refusal.delta': 'content',
  'response.reasoning_text.delta': 'reasoning',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.function_call_arguments.delta': 'toolCall',
  'response.mcp_call_arguments.delta': 'toolCall',
  'response.code_interpreter_call_code.delta': 'toolCall',
}

const endings: readonly unknown[] = ['response.completed', 'response.incomplete']
const failures: readonly unknown[] = ['response.failed', 'error']

function readResponsesEvent(payload: string): StreamEvent | null {
  const message = parseObject(payload)
  if (message === null) return null
  const { type } = message
  const output = outputs[asText(type)] ?? null
  const finished = endings.includes(type)
  return {
    ...silentEvent,
    chunk: output !== null,
    output,
    finished,
    finishReason: finished ? endIn(message) : null,
    model: isJson(message.response) ? modelIn(message.response) : null,
    text: type === 'response.output_text.delta' ? asText(message.delta) : '',
    // A reasoning summary has other tokens than the reasoning itself.
    reasoningText: type === 'response.reasoning_text.delta' ? asText(message.delta) : '',
    usage: finished ? usageIn(message) : null,
    error: failures.includes(type) ? failureIn(message) : readError(message),
  }
}

/** An incomplete response names its reason. */
function endIn({ response }: Json): string | null {
  const details = isJson(response) ? response.incomplete_details : null
  return isJson(details) ? finishReasonOf(details.reason) : null
}

function usageIn({ response }: Json): TokenUsage | null {
  if (!isJson(response) || !isJson(response.usage)) return null
  const { input_tokens: input, output_tokens: output } = response.usage
  const { output_tokens_details: outputParts, input_tokens_details: inputParts } = response.usage
  return {
    promptTokens: asCount(input),
    completionTokens: asCount(output),
    ...tokenParts(outputParts, inputParts),
  }
}

/** The error is the event itself, or part of the failed response. */
function failureIn(message: Json): string {
  const { response = message } = message
  const error = (isJson(response) ? readError(response) : null) ?? message.message
  return typeof error === 'string' ? error : JSON.stringify(message)
}

export const responsesAnswer: StreamFormat = {
  kind: 'stream',
  readEvent: readResponsesEvent,
  holes: { text: [['delta']], string: [['item_id']], number: [['sequence_number']] },
  ending: 'event',
  example: {
    token: { type: 'response.output_text.delta', sequence_number: 4, delta: ' word' },
    last: {
      type: 'response.completed',
      response: { usage: { input_tokens: 1, output_tokens: 6 } },
    },
  },
}
