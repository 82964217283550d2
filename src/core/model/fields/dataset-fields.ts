// Fields that say what is asked of the server: dataset, lengths, seed.
import { z } from 'zod'
import { datasetNames } from '../benchmark/dataset-traits.ts'
import { jsonObject, nonNegativeInteger, positiveInteger, rangeRatioSchema } from './field-types.ts'

export const speedBenchSubsets = [
  'qualitative',
  'throughput_1k',
  'throughput_2k',
  'throughput_8k',
  'throughput_16k',
  'throughput_32k',
] as const

export const traceLayoutNames = ['labels', 'mooncake', 'burstgpt', 'azure'] as const

export const datasetFields = {
  datasetName: z.enum(datasetNames).default('random'),
  datasetPath: z.string().min(1).nullable().default(null),
  numPrompts: z.int().default(1000),
  /** numpy's generator takes 32 bits. */
  seed: nonNegativeInteger.max(0xffffffff).default(0),
  inputLen: positiveInteger.nullable().default(null),
  outputLen: positiveInteger.nullable().default(null),
  /** Prompt and output tokens together; null keeps every request. */
  maxModelLen: positiveInteger.nullable().default(null),
  noOversample: z.boolean().default(false),
  disableShuffle: z.boolean().default(false),
  skipChatTemplate: z.boolean().default(false),
  chatTemplateKwargs: jsonObject.default({}),
  randomInputLen: nonNegativeInteger.default(1024),
  randomOutputLen: positiveInteger.default(128),
  randomRangeRatio: rangeRatioSchema.default(0),
  randomPrefixLen: nonNegativeInteger.default(0),
  /** Share of prompts that begin with the cached prefix, and share of such a prompt that is the prefix. */
  randomCacheHitFraction: z.number().min(0).max(1).default(0),
  randomCacheRatio: z.number().min(0).max(1).default(0),
  randomBatchSize: positiveInteger.default(1),
  noReranker: z.boolean().default(false),
  prefixRepetitionPrefixLen: nonNegativeInteger.default(256),
  prefixRepetitionSuffixLen: nonNegativeInteger.default(256),
  prefixRepetitionNumPrefixes: positiveInteger.default(10),
  prefixRepetitionOutputLen: positiveInteger.default(128),
  sonnetInputLen: positiveInteger.default(550),
  sonnetOutputLen: positiveInteger.default(150),
  sonnetPrefixLen: nonNegativeInteger.default(200),
  promptTokenIds: z.boolean().default(false),
  /** Null asks the server. */
  vocabSize: positiveInteger.nullable().default(null),
  sharegptOutputLen: positiveInteger.nullable().default(null),
  specBenchOutputLen: positiveInteger.default(256),
  specBenchCategory: z.string().min(1).nullable().default(null),
  speedBenchDatasetSubset: z.enum(speedBenchSubsets).default('qualitative'),
  speedBenchOutputLen: positiveInteger.default(4096),
  speedBenchCategory: z.string().min(1).nullable().default(null),
  /** Longer prompts are cut to so many tokens. */
  speedBenchMaxInputLen: positiveInteger.nullable().default(null),
  timedTraceLayout: z.enum(traceLayoutNames).default('labels'),
  timedTraceChunkHashSize: positiveInteger.default(16),
  timedTraceSecMultiplier: z.number().positive().finite().default(1),
  timedTraceLabelTimestamp: z.string().min(1).default('timestamp'),
  timedTraceLabelInputLength: z.string().min(1).default('input_length'),
  timedTraceLabelOutputLength: z.string().min(1).default('output_length'),
  timedTraceLabelHashIds: z.string().min(1).default('hash_ids'),
  customOutputLen: z.int().min(-1).default(256),
}
