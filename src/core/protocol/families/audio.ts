// Transcription and translation: a recording goes in as a form, and a stream of choices with deltas comes out.
import { appError } from '../../model/app-error.ts'
import type { AudioFile, SampledRequest } from '../../workload/sampled-request.ts'
import type { StreamFormat } from '../stream-event.ts'
import { commonFields, type RequestForm } from '../requests/request-form.ts'
import { chatAnswer } from './chat.ts'

export const audioRequest: RequestForm = {
  encoding: 'multipart',
  sendsKey: true,
  fields: (request, { config, model }) => ({
    file: requireRecording(request),
    model,
    max_completion_tokens: request.expectedOutputTokens,
    stream: true,
    language: 'en',
    stream_include_usage: true,
    stream_continuous_usage_stats: true,
    ...commonFields(request, config),
  }),
}

/** Throws AppError where there is none. */
export function requireRecording({ recording }: SampledRequest): AudioFile {
  if (recording !== undefined) return recording
  throw appError('unsupported', 'workload.noRecordings', {}, { field: 'datasetName' })
}

/** A long recording is heard in parts, each of which finishes: only `[DONE]` ends the answer. */
export const audioAnswer: StreamFormat = {
  ...chatAnswer,
  namesEnd: undefined,
  readEvent: (payload) => {
    const event = chatAnswer.readEvent(payload)
    return event === null ? null : { ...event, finished: false }
  },
}
