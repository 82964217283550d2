// Text completions: a prompt is sent; the response is a stream of choices with text.
import { choicesStream } from './choices.ts'
import { asText } from '../json-value.ts'
import {
  commonFields,
  fieldsInOrder,
  type FieldValues,
  keyedJson,
  type Payload,
  type RequestForm,
} from '../requests/request-form.ts'
import type { CompletionField } from '../../compat/compat-profile.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'

const values: FieldValues<CompletionField> = {
  model: (_, { model }) => model,
  prompt: ({ prompt }) => prompt,
  temperature: () => 0,
  best_of: (_, { config }) => config.bestOf ?? 1,
  repetition_penalty: () => 1,
  max_tokens: ({ expectedOutputTokens }) => expectedOutputTokens,
  logprobs: (_, { config }) => config.logprobs,
  stream: () => true,
  stream_options: () => ({ include_usage: true }),
}

export const completionsRequest = completionsWith({})

/** Its default prompt cache would respond to a repeated prompt from memory, which no other server does. */
export const llamaCppRequest = completionsWith({ cache_prompt: false })

function completionsWith(own: Payload): RequestForm {
  return {
    ...keyedJson,
    fields: (request, options) => ({
      ...fieldsInOrder(compatProfileOf(options.config).requests.completions, values)(
        request,
        options,
      ),
      ...commonFields(request, options.config, own),
    }),
  }
}

/** A choice counts even with empty text, because the server sent it for a token. LiteLLM ends with messages without choices. */
export const completionsAnswer = choicesStream(
  {
    outputOf: ({ text }) => (typeof text === 'string' ? 'content' : null),
    textOf: ({ text }) => asText(text),
  },
  [['text']],
  { text: ' word', finish_reason: null },
)
