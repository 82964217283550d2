// Speech in the OpenAI API, as vLLM-Omni's client requests it: text as input, a stream of samples as output.
import { commonFields, keyedJson, promptText, type RequestForm } from '../requests/request-form.ts'
import type { SoundFormat } from '../stream-event.ts'

export const speechRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    input: promptText(request.prompt),
    stream: true,
    stream_format: 'audio',
    response_format: 'pcm',
    ...commonFields(request, config),
  }),
}

/** Default of most vLLM-Omni models, and of its client. */
const usualRate = 24_000

export const speechAnswer: SoundFormat = {
  kind: 'sound',
  contentTypes: ['audio/pcm', 'audio/L16', 'application/octet-stream'],
  usualRate,
}
