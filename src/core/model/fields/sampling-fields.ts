// Fields that say how the server is to sample, sent with every request.
import { z } from 'zod'
import { jsonObject, nonNegativeInteger, optionalNumber, positiveInteger } from './field-types.ts'

/** Those that reach servers under their own names, where they are given. */
export const samplingParameterFields = [
  'topP',
  'topK',
  'minP',
  'temperature',
  'frequencyPenalty',
  'presencePenalty',
  'repetitionPenalty',
] as const

export const samplingFields = {
  topP: optionalNumber,
  topK: z.int().nullable().default(null),
  minP: optionalNumber,
  temperature: optionalNumber,
  frequencyPenalty: optionalNumber,
  presencePenalty: optionalNumber,
  repetitionPenalty: optionalNumber,
  bestOf: positiveInteger.nullable().default(null),
  logprobs: nonNegativeInteger.nullable().default(null),
  extraBody: jsonObject.default({}),
}
