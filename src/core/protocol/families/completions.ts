// Text completions: a prompt goes in, and a stream of choices with text comes out.
import type { StreamForm } from '../answer-form.ts'
import { readChoicesEvent, usageExample, type ChoiceReading } from '../choices-event.ts'
import { asText } from '../json-value.ts'
import { commonFields } from '../common-fields.ts'
import type { RequestForm } from '../request-form.ts'

export const completionsRequest: RequestForm = {
  encoding: 'json',
  sendsKey: true,
  fields: (request, { config, model }) => ({
    model,
    prompt: request.prompt,
    repetition_penalty: 1,
    max_tokens: request.expectedOutputTokens,
    logprobs: config.logprobs,
    stream: true,
    stream_options: { include_usage: true },
    ...commonFields(request, config),
  }),
}

/** Any event with choices counts, even with an empty text: the server sent it for a token. */
const choices: ChoiceReading = {
  outputOf: () => 'content',
  textOf: ({ text }) => asText(text),
}

export const completionsAnswer: StreamForm = {
  kind: 'stream',
  readEvent: (payload) => readChoicesEvent(payload, choices),
  holes: { text: [['choices', '0', 'text']], string: [['id']], number: [['created']] },
  endsWithBody: false,
  example: {
    token: { id: 'a', created: 1, choices: [{ index: 0, text: ' word', finish_reason: null }] },
    last: usageExample,
  },
}
