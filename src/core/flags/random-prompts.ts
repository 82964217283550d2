// Generated prompts: random text or token ids, shared prefixes, lines of a poem.
import { z } from 'zod'
import { type Message, message, schemaText } from '#core/messages/message.ts'
import { backendTraits, type BackendChoice } from '#core/backends/backend-traits.ts'
import {
  drawsIdsUnaided,
  hasCachedPrefix,
  type CachedPrefix,
  type IdDraw,
} from '#core/traits/cached-prefix.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import type { CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { readSequenceMix } from '#core/traits/sequence-mix.ts'
import {
  count,
  type DatasetChoice,
  drawsPrompts,
  drawsRandomly,
  type FlagRecords,
  type FlagRule,
  isDataset,
  nonNegativeInteger,
  onOff,
  positiveInteger,
  rangeRatioSchema,
  share,
  shownLoad,
  optionalCount,
} from './flag.ts'

const isRandom = isDataset('random')
const isRandomRerank = isDataset('random-rerank')
const isPrefixRepetition = isDataset('prefix_repetition')
const isSonnet = isDataset('sonnet')
const drawsIds = (config: DatasetChoice & { promptTokenIds: boolean }): boolean =>
  isRandom(config) && config.promptTokenIds

type RangeRatio = z.infer<typeof rangeRatioSchema>
type RangeChoice = Readonly<{ compat: CompatProfileName; randomRangeRatio: RangeRatio }>

const ratiosOf = (ratio: RangeRatio): readonly number[] =>
  typeof ratio === 'number' ? [ratio] : [ratio.input, ratio.output]

type VocabularyChoice = IdDraw & Readonly<{ vocabSize: number | null }>

type PrefixChoice = DatasetChoice &
  Readonly<{ prefixRepetitionPrefixLen: number; prefixRepetitionSuffixLen: number }>

/** Rule for a flag above 0 that has no effect while `other` is 0. */
function onlyBeside(
  flag: keyof CachedPrefix,
  other: keyof CachedPrefix,
  problem: Message,
): FlagRule<CachedPrefix> {
  return { broken: (config) => config[flag] > 0 && config[other] === 0, message: problem }
}

type MixChoice = DatasetChoice &
  Readonly<{
    seqDist: string | null
    inputLen: number | null
    outputLen: number | null
    randomRangeRatio: RangeRatio
  }>

/** Hides lengths that a mixture replaces. */
const unlessMixed =
  (applies: (config: DatasetChoice) => boolean) =>
  (config: DatasetChoice & Readonly<{ seqDist: string | null }>): boolean =>
    applies(config) && config.seqDist === null

/** Shared by the flags of lengths. */
const length = {
  ...count,
  unit: 'tokens',
  place: 'front',
  affects: 'load',
} as const

export const randomPromptFlags = {
  randomInputLen: {
    ...length,
    schema: nonNegativeInteger.default(1024),
    summary: 'Random dataset: tokens per prompt, excluding the prefix.',
    label: 'Input length',
    appliesTo: unlessMixed(drawsRandomly),
  },
  randomOutputLen: {
    ...length,
    schema: positiveInteger.default(128),
    summary: 'Random dataset: tokens to generate per request.',
    label: 'Output length',
    generationOnly: true,
    appliesTo: unlessMixed(drawsPrompts),
  },
  randomRangeRatio: {
    schema: rangeRatioSchema.default(0),
    kind: 'range-ratio',
    metavar: 'R',
    summary:
      'Random dataset: vary lengths uniformly between (1 − R) and (1 + R) times the given length.',
    difference: 'Validated by the rules of the --compat profile.',
    label: 'Spread of lengths',
    ...shownLoad,
    appliesTo: unlessMixed(drawsRandomly),
    defaultsByProfile: { 'vllm-0.7': 1, 'vllm-0.5': 1 },
    rules: [
      {
        broken: ({ randomRangeRatio, ...config }: RangeChoice) =>
          compatProfileOf(config).workload.rangeRatio === 'both-sides' &&
          ratiosOf(randomRangeRatio).includes(1),
        message: message('config.rangeRatioOne'),
      },
      {
        broken: ({ randomRangeRatio, ...config }: RangeChoice) =>
          compatProfileOf(config).workload.rangeRatio === 'lower-end' &&
          typeof randomRangeRatio === 'object',
        message: message('config.oneRangeRatio'),
      },
    ],
  },
  seqDist: {
    schema: z
      .string()
      .refine((text) => readSequenceMix(text) !== null, {
        error: () => schemaText(message('config.seqDist')),
      })
      .nullable()
      .default(null),
    metavar: 'MIX',
    summary: 'Random dataset: lengths as input|deviation,output|deviation:percent; and so on.',
    label: 'Mixture of lengths',
    section: 'workload',
    knownTo: 'kneepoint',
    affects: 'load',
    appliesTo: isRandom,
    rules: [
      {
        broken: (config: MixChoice) => config.seqDist !== null && !isRandom(config),
        message: message('config.seqDistDataset'),
      },
      {
        broken: (config: MixChoice) =>
          config.seqDist !== null &&
          (config.inputLen !== null ||
            config.outputLen !== null ||
            ratiosOf(config.randomRangeRatio).some((ratio) => ratio > 0)),
        message: message('config.seqDistLengths'),
      },
      {
        broken: (config: MixChoice & CachedPrefix & { compat: CompatProfileName }) =>
          config.seqDist !== null &&
          (hasCachedPrefix(config) ||
            !compatProfileOf(config).workload.randomPrompts.startsWith('fitted')),
        message: message('config.seqDistProfile'),
      },
    ],
  },
  randomPrefixLen: {
    ...length,
    schema: nonNegativeInteger.default(0),
    summary: 'Random dataset: length of the prefix that all prompts share.',
    label: 'Shared prefix',
    appliesTo: drawsPrompts,
    rules: {
      broken: (config: CachedPrefix & { randomPrefixLen: number }) =>
        hasCachedPrefix(config) && config.randomPrefixLen > 0,
      message: message('config.cachedPrefixLength'),
    },
  },
  randomCacheHitFraction: {
    /** Share of prompts that begin with the cached prefix. */
    ...share,
    summary: 'Random token ids: share of prompts that begin with a common cached prefix.',
    difference:
      'The same ids as there at the same seed, where --tokenizer names a file; refused where it would have no effect. Arrival times are those of the Python client.',
    label: 'Share of cached prompts',
    place: 'front',
    after: 'promptTokenIds',
    appliesTo: drawsIds,
    knownTo: 'vllm-rust',
    rules: [
      onlyBeside('randomCacheRatio', 'randomCacheHitFraction', message('config.cachedFraction')),
      {
        broken: (config: IdDraw) => hasCachedPrefix(config) && !config.promptTokenIds,
        message: message('config.cachedTokenIds'),
      },
    ],
  },
  randomCacheRatio: {
    ...share,
    summary: 'Random token ids: share of such a prompt that the cached prefix makes up.',
    label: 'Cached part of a prompt',
    place: 'front',
    after: 'randomCacheHitFraction',
    appliesTo: drawsIds,
    knownTo: 'vllm-rust',
    rules: [
      onlyBeside('randomCacheHitFraction', 'randomCacheRatio', message('config.cachedRatio')),
    ],
  },
  randomBatchSize: {
    ...count,
    schema: positiveInteger.default(1),
    unit: 'prompts',
    summary: 'Random datasets: prompts per request, or documents to rank.',
    label: 'Prompts per request',
    ...shownLoad,
    appliesTo: (config: DatasetChoice & BackendChoice) =>
      datasetTraits[config.datasetName].takesBatchSize &&
      backendTraits[config.backend].takesBatches,
    rules: [
      {
        broken: ({
          datasetName,
          randomBatchSize,
          backend,
        }: DatasetChoice & BackendChoice & { randomBatchSize: number }) =>
          randomBatchSize > 1 &&
          datasetTraits[datasetName].takesBatchSize &&
          !backendTraits[backend].takesBatches,
        message: ({ backend }: BackendChoice) => message('config.oneBatch', { backend }),
      },
      {
        broken: ({
          noReranker,
          randomBatchSize,
        }: {
          noReranker: boolean
          randomBatchSize: number
        }) => noReranker && randomBatchSize < 2,
        message: message('config.rerankBatch'),
      },
      {
        broken: (config: CachedPrefix & { randomBatchSize: number }) =>
          hasCachedPrefix(config) && config.randomBatchSize > 1,
        message: message('config.cachedBatch'),
      },
    ],
  },
  noReranker: {
    ...onOff,
    summary:
      'Random rerank: embed query and documents separately; the query counts as one of them.',
    label: 'Read query and documents apart',
    ...shownLoad,
    appliesTo: isRandomRerank,
    rules: {
      broken: ({ datasetName, noReranker }: DatasetChoice & { noReranker: boolean }) =>
        noReranker && !datasetTraits[datasetName].ranksDocuments,
      message: message('config.noReranker'),
    },
  },
  prefixRepetitionPrefixLen: {
    ...length,
    schema: nonNegativeInteger.default(256),
    summary: 'Prefix repetition: tokens per shared prefix.',
    label: 'Prefix length',
    appliesTo: isPrefixRepetition,
  },
  prefixRepetitionSuffixLen: {
    ...length,
    schema: nonNegativeInteger.default(256),
    summary: 'Prefix repetition: tokens per prompt after its shared prefix.',
    label: 'Suffix length',
    appliesTo: isPrefixRepetition,
    rules: {
      broken: (config: PrefixChoice) =>
        isPrefixRepetition(config) &&
        config.prefixRepetitionPrefixLen + config.prefixRepetitionSuffixLen === 0,
      message: message('config.emptyPrefixedPrompt'),
    },
  },
  prefixRepetitionNumPrefixes: {
    ...count,
    schema: positiveInteger.default(10),
    summary: 'Prefix repetition: number of prefixes, each shared by equally many prompts.',
    label: 'Different prefixes',
    ...shownLoad,
    appliesTo: isPrefixRepetition,
    rules: {
      broken: (
        config: DatasetChoice & { prefixRepetitionNumPrefixes: number; numPrompts: number },
      ) => isPrefixRepetition(config) && config.prefixRepetitionNumPrefixes > config.numPrompts,
      message: message('config.tooManyPrefixes'),
    },
  },
  prefixRepetitionOutputLen: {
    ...length,
    schema: positiveInteger.default(128),
    summary: 'Prefix repetition: tokens to generate per request.',
    label: 'Output length',
    generationOnly: true,
    appliesTo: isPrefixRepetition,
  },
  sonnetInputLen: {
    ...length,
    schema: positiveInteger.default(550),
    summary: 'Sonnet: maximum tokens per prompt, including the chat template.',
    label: 'Input length, at most',
    appliesTo: isSonnet,
  },
  sonnetOutputLen: {
    ...length,
    schema: positiveInteger.default(150),
    summary: 'Sonnet: tokens to generate per request.',
    label: 'Output length',
    generationOnly: true,
    appliesTo: isSonnet,
  },
  sonnetPrefixLen: {
    ...length,
    schema: nonNegativeInteger.default(200),
    summary: 'Sonnet: length of the prefix that all prompts share.',
    label: 'Shared prefix',
    appliesTo: isSonnet,
  },
  promptTokenIds: {
    ...onOff,
    summary: 'Send random prompts as token ids; needs no tokenizer.',
    label: 'Send token ids',
    place: 'front',
    appliesTo: (config: DatasetChoice & BackendChoice) =>
      isRandom(config) && backendTraits[config.backend].takesTokenIds,
    knownTo: 'vllm-rust',
    rules: {
      broken: (config: DatasetChoice & BackendChoice & { promptTokenIds: boolean }) =>
        config.promptTokenIds &&
        (!isRandom(config) || !backendTraits[config.backend].takesTokenIds),
      message: message('config.tokenIds'),
    },
  },
  vocabSize: {
    ...optionalCount,
    /** Null uses the size reported by the server. */
    unit: 'ids',
    summary: 'Number of token ids to draw random prompts from; the server is asked by default.',
    label: 'Vocabulary size',
    place: 'front',
    appliesTo: (config: DatasetChoice & IdDraw) => drawsIdsUnaided(config) && isRandom(config),
    knownTo: 'kneepoint',
    rules: [
      {
        broken: ({ promptTokenIds, vocabSize }: VocabularyChoice) =>
          vocabSize !== null && !promptTokenIds,
        message: message('config.vocabSize'),
      },
      {
        broken: (config: VocabularyChoice) => hasCachedPrefix(config) && config.vocabSize !== null,
        message: message('config.cachedTokenizer'),
      },
    ],
  },
} satisfies FlagRecords
