// Sampling parameters, sent with each request. The server chooses those that are absent.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { backendTraits, type BackendChoice } from '#core/backends/backend-traits.ts'
import type { CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import {
  count,
  type FlagRecords,
  jsonObject,
  nonNegativeInteger,
  optionalNumber,
  optionalCount,
} from './flag.ts'

const takesSampling = ({ backend }: BackendChoice): boolean => backendTraits[backend].takesSampling

/** Absent unless given. Backends without a field for it refuse it, because the server would ignore it silently. */
function sampled<Field extends string>(field: Field, metavar: string) {
  return {
    schema: optionalNumber,
    kind: 'number',
    metavar,
    isNamed: true,
    appliesTo: takesSampling,
    rules: {
      broken: (config: BackendChoice & Readonly<Record<Field, number | null>>) =>
        config[field] !== null && !takesSampling(config),
      message: ({ backend }: BackendChoice) => message('config.noSampling', { backend }),
    },
  } as const
}

export const samplingFlags = {
  topP: {
    ...sampled('topP', 'P'),
    summary: 'Sample from the most likely tokens that together reach this probability.',
    label: 'Top p',
    place: 'front',
    after: 'temperature',
  },
  topK: {
    ...sampled('topK', 'K'),
    schema: z.int().nullable().default(null),
    kind: 'integer',
    summary: 'Sample from this many of the most likely tokens.',
    label: 'Top k',
  },
  minP: {
    ...sampled('minP', 'P'),
    summary: "Drop tokens less likely than this share of the most likely token's probability.",
    label: 'Min p',
  },
  temperature: {
    ...sampled('temperature', 'T'),
    summary: 'Sampling temperature; 0 always chooses the most likely token.',
    label: 'Temperature',
    place: 'front',
  },
  frequencyPenalty: {
    ...sampled('frequencyPenalty', 'X'),
    summary: 'Penalty for tokens, in proportion to how often they were generated.',
    label: 'Frequency penalty',
  },
  presencePenalty: {
    ...sampled('presencePenalty', 'X'),
    summary: 'Penalty for tokens that were generated before.',
    label: 'Presence penalty',
  },
  repetitionPenalty: {
    ...sampled('repetitionPenalty', 'X'),
    summary: 'Penalty factor for tokens in the prompt or output; 1 is none.',
    label: 'Repetition penalty',
  },
  bestOf: {
    ...optionalCount,
    summary: 'Generate this many answers and keep the best; only with an early --compat profile.',
    label: 'Best of',
    appliesTo: (config: { compat: CompatProfileName }) =>
      compatProfileOf(config).requests.completions.includes('best_of'),
    rules: {
      broken: ({ bestOf, ...config }: { bestOf: number | null; compat: CompatProfileName }) =>
        bestOf !== null && !compatProfileOf(config).requests.completions.includes('best_of'),
      message: message('config.bestOfDropped'),
    },
  },
  logprobs: {
    ...count,
    schema: nonNegativeInteger.nullable().default(null),
    summary: 'Log probabilities to request per token (completions only).',
    label: 'Log probabilities',
    appliesTo: ({ backend }: BackendChoice) => backendTraits[backend].takesLogprobs,
  },
  extraBody: {
    schema: jsonObject.default({}),
    kind: 'json',
    metavar: 'JSON',
    summary: 'Extra fields for the request body, as JSON or as --extra-body.NAME VALUE.',
    difference: 'Dotted parts are accepted in every profile.',
    label: 'More body fields',
    appliesTo: ({ backend }: BackendChoice) => !backendTraits[backend].ranksDocuments,
    rules: {
      broken: ({ backend, extraBody }: BackendChoice & { extraBody: object }) =>
        backendTraits[backend].ranksDocuments && Object.keys(extraBody).length > 0,
      message: message('config.rerankDropped'),
    },
  },
} satisfies FlagRecords
