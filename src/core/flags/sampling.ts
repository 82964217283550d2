// Sampling parameters, sent with each request. The server chooses those that are absent.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { backendTraits, type BackendChoice } from '#core/model/benchmark/backend-traits.ts'
import type { CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import type { FlagRecords } from './flag.ts'
import { jsonObject, nonNegativeInteger, optionalNumber, positiveInteger } from './value-schemas.ts'

const takesSampling = ({ backend }: BackendChoice): boolean => backendTraits[backend].takesSampling

/** Refuses a parameter that the backend has no field for, because the server would ignore it silently. */
function neededSampling<Field extends string>(field: Field) {
  return {
    broken: (config: BackendChoice & Readonly<Record<Field, number | null>>) =>
      config[field] !== null && !takesSampling(config),
    message: ({ backend }: BackendChoice) => message('config.noSampling', { backend }),
  }
}

export const samplingFlags = {
  topP: {
    schema: optionalNumber,
    kind: 'number',
    metavar: 'P',
    summary: 'Draw from the likeliest tokens that together reach this probability.',
    label: 'Top p',
    place: 'front',
    after: 'temperature',
    appliesTo: takesSampling,
    rules: [neededSampling('topP')],
  },
  topK: {
    schema: z.int().nullable().default(null),
    kind: 'integer',
    metavar: 'K',
    summary: 'Draw from this many of the likeliest tokens.',
    label: 'Top k',
    place: 'more',
    appliesTo: takesSampling,
    rules: [neededSampling('topK')],
  },
  minP: {
    schema: optionalNumber,
    kind: 'number',
    metavar: 'P',
    summary: 'Leave out tokens below this share of the likeliest one.',
    label: 'Min p',
    place: 'more',
    appliesTo: takesSampling,
    rules: [neededSampling('minP')],
  },
  temperature: {
    schema: optionalNumber,
    kind: 'number',
    metavar: 'T',
    summary: 'Randomness of the choice; 0 always takes the likeliest token.',
    label: 'Temperature',
    place: 'front',
    appliesTo: takesSampling,
    rules: [neededSampling('temperature')],
  },
  frequencyPenalty: {
    schema: optionalNumber,
    kind: 'number',
    metavar: 'X',
    summary: 'Penalty on tokens by how often they were generated.',
    label: 'Frequency penalty',
    place: 'more',
    appliesTo: takesSampling,
    rules: [neededSampling('frequencyPenalty')],
  },
  presencePenalty: {
    schema: optionalNumber,
    kind: 'number',
    metavar: 'X',
    summary: 'Penalty on tokens that were generated at all.',
    label: 'Presence penalty',
    place: 'more',
    appliesTo: takesSampling,
    rules: [neededSampling('presencePenalty')],
  },
  repetitionPenalty: {
    schema: optionalNumber,
    kind: 'number',
    metavar: 'X',
    summary: 'Factor against tokens already in prompt or output; 1 is none.',
    label: 'Repetition penalty',
    place: 'more',
    appliesTo: takesSampling,
    rules: [neededSampling('repetitionPenalty')],
  },
  bestOf: {
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    summary:
      'Answers to generate of which the best is kept; only with an early profile of --compat.',
    label: 'Best of',
    place: 'more',
    appliesTo: (config: { compat: CompatProfileName }) =>
      compatProfileOf(config).requests.completions.includes('best_of'),
    rules: [
      {
        broken: ({ bestOf, ...config }: { bestOf: number | null; compat: CompatProfileName }) =>
          bestOf !== null && !compatProfileOf(config).requests.completions.includes('best_of'),
        message: message('config.bestOfDropped'),
      },
    ],
  },
  logprobs: {
    schema: nonNegativeInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    summary: 'Log probabilities to ask for with each token (completions only).',
    label: 'Log probabilities',
    place: 'more',
    appliesTo: ({ backend }: BackendChoice) => backendTraits[backend].takesLogprobs,
  },
  extraBody: {
    schema: jsonObject.default({}),
    kind: 'json',
    metavar: 'JSON',
    summary: 'More fields for the request body, as JSON or as --extra-body.NAME VALUE.',
    difference: 'Dotted parts are taken by every profile.',
    label: 'More body fields',
    place: 'more',
    appliesTo: ({ backend }: BackendChoice) => !backendTraits[backend].ranksDocuments,
    rules: [
      {
        broken: ({ backend, extraBody }: BackendChoice & { extraBody: object }) =>
          backendTraits[backend].ranksDocuments && Object.keys(extraBody).length > 0,
        message: message('config.rerankDropped'),
      },
    ],
  },
} satisfies FlagRecords
