// Prompts that are drawn: random, with shared prefixes, from the lines of a poem, or as token ids.
import { z } from 'zod'
import { backendTraits, type BackendName } from '#core/model/benchmark/backend-traits.ts'
import { drawsIdsUnaided, type IdDraw } from '#core/model/benchmark/cached-prefix.ts'
import { datasetTraits } from '#core/model/benchmark/dataset-traits.ts'
import { drawsPrompts, drawsRandomly, isDataset, type DatasetChoice } from './dataset-choice.ts'
import type { FlagRecords } from './flag.ts'
import { nonNegativeInteger, positiveInteger, rangeRatioSchema } from './value-schemas.ts'

const isRandom = isDataset('random')
const isRandomRerank = isDataset('random-rerank')
const isPrefixRepetition = isDataset('prefix_repetition')
const isSonnet = isDataset('sonnet')
const drawsIds = (config: DatasetChoice & { promptTokenIds: boolean }): boolean =>
  isRandom(config) && config.promptTokenIds

export const randomPromptFlags = {
  randomInputLen: {
    schema: nonNegativeInteger.default(1024),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Random dataset: tokens in a prompt, without the prefix.',
    label: 'Input length',
    place: 'front',
    appliesTo: drawsRandomly,
  },
  randomOutputLen: {
    schema: positiveInteger.default(128),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Random dataset: tokens to generate for each request.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    appliesTo: drawsPrompts,
  },
  randomRangeRatio: {
    schema: rangeRatioSchema.default(0),
    kind: 'range-ratio',
    metavar: 'R',
    summary:
      'Random dataset: lengths vary evenly from (1 − R) to (1 + R) times the length asked for.',
    difference: 'Judged by what the era of --compat takes.',
    label: 'Spread of lengths',
    place: 'front',
    appliesTo: drawsRandomly,
    defaultsByProfile: { 'vllm-0.7': 1, 'vllm-0.5': 1 },
  },
  randomPrefixLen: {
    schema: nonNegativeInteger.default(0),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Random dataset: tokens every prompt begins with, the same for all.',
    label: 'Shared prefix',
    place: 'front',
    appliesTo: drawsPrompts,
  },
  randomCacheHitFraction: {
    /** Share of prompts that begin with the cached prefix, and share of such a prompt that is the prefix. */
    schema: z.number().min(0).max(1).default(0),
    kind: 'number',
    metavar: 'SHARE',
    summary: 'Random token ids: share of prompts that begin with one cached prefix.',
    difference:
      'The same ids as there at the same seed, where --tokenizer names a file; refused where it would have no effect. Arrival times are those of the Python client.',
    label: 'Share of cached prompts',
    place: 'front',
    after: 'promptTokenIds',
    appliesTo: drawsIds,
    knownTo: 'vllm-rust',
  },
  randomCacheRatio: {
    schema: z.number().min(0).max(1).default(0),
    kind: 'number',
    metavar: 'SHARE',
    summary: 'Random token ids: share of such a prompt that the cached prefix makes up.',
    label: 'Cached part of a prompt',
    place: 'front',
    after: 'randomCacheHitFraction',
    appliesTo: drawsIds,
    knownTo: 'vllm-rust',
  },
  randomBatchSize: {
    schema: positiveInteger.default(1),
    kind: 'integer',
    metavar: 'N',
    unit: 'prompts',
    summary: 'Random datasets: prompts, or documents to rank, that go into one request.',
    label: 'Prompts per request',
    place: 'front',
    appliesTo: (config: DatasetChoice & { backend: BackendName }) =>
      datasetTraits[config.datasetName].takesBatchSize &&
      backendTraits[config.backend].takesBatches,
  },
  noReranker: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Random rerank: the model reads query and documents apart; the query is one of them.',
    label: 'Read query and documents apart',
    place: 'front',
    appliesTo: isRandomRerank,
  },
  prefixRepetitionPrefixLen: {
    schema: nonNegativeInteger.default(256),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prefix repetition: tokens in each of the shared beginnings.',
    label: 'Prefix length',
    place: 'front',
    appliesTo: isPrefixRepetition,
  },
  prefixRepetitionSuffixLen: {
    schema: nonNegativeInteger.default(256),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prefix repetition: tokens a prompt has of its own after the shared beginning.',
    label: 'Suffix length',
    place: 'front',
    appliesTo: isPrefixRepetition,
  },
  prefixRepetitionNumPrefixes: {
    schema: positiveInteger.default(10),
    kind: 'integer',
    metavar: 'N',
    summary: 'Prefix repetition: how many different beginnings; each gets equally many prompts.',
    label: 'Different prefixes',
    place: 'front',
    appliesTo: isPrefixRepetition,
  },
  prefixRepetitionOutputLen: {
    schema: positiveInteger.default(128),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prefix repetition: tokens to generate for each request.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    appliesTo: isPrefixRepetition,
  },
  sonnetInputLen: {
    schema: positiveInteger.default(550),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Sonnet: most tokens a prompt may have, chat template included.',
    label: 'Input length, at most',
    place: 'front',
    appliesTo: isSonnet,
  },
  sonnetOutputLen: {
    schema: positiveInteger.default(150),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Sonnet: tokens to generate for each request.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    appliesTo: isSonnet,
  },
  sonnetPrefixLen: {
    schema: nonNegativeInteger.default(200),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Sonnet: tokens at the beginning that all prompts share.',
    label: 'Shared prefix',
    place: 'front',
    appliesTo: isSonnet,
  },
  promptTokenIds: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Send random prompts as token ids, which needs no tokenizer.',
    label: 'Send token ids',
    place: 'front',
    appliesTo: (config: DatasetChoice & { backend: BackendName }) =>
      isRandom(config) && backendTraits[config.backend].takesTokenIds,
    knownTo: 'vllm-rust',
  },
  vocabSize: {
    /** Null asks the server. */
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'ids',
    summary: 'Ids that random prompts of token ids are drawn from; the server is asked without it.',
    label: 'Vocabulary size',
    place: 'front',
    appliesTo: (config: DatasetChoice & IdDraw) => drawsIdsUnaided(config) && isRandom(config),
    knownTo: 'kneepoint',
  },
} satisfies FlagRecords
