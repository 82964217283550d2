// Transcription and translation: a recording is sent as a form; the response is a stream of choices with deltas.
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

/** Throws AppError if there is none. */
export function requireRecording({ recording }: SampledRequest): AudioFile {
  if (recording !== undefined) return recording
  throw appError('unsupported', 'workload.noRecordings', {}, { field: 'datasetName' })
}

/** The server transcribes a long recording in parts, each with a finish reason: only `[DONE]` ends the response. */
export const audioAnswer: StreamFormat = {
  ...chatAnswer,
  namesEnd: undefined,
  readEvent: (payload) => {
    const event = chatAnswer.readEvent(payload)
    return event === null ? null : { ...event, finished: false }
  },
}
