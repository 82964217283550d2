// What a benchmark is asked to do: one key per flag of `vllm bench serve`, in the same units, validated here
// for the command line, the form, the database and every process border alike.
import { z } from 'zod'
import { datasetNames, datasetTraits, isSelfTimed } from './dataset-traits.ts'

export const backendNames = ['openai', 'vllm', 'openai-chat'] as const
export const speedBenchSubsets = [
  'qualitative',
  'throughput_1k',
  'throughput_2k',
  'throughput_8k',
  'throughput_16k',
  'throughput_32k',
] as const
export const metricNames = ['ttft', 'tpot', 'itl', 'e2el'] as const
export const goodputMetricNames = ['ttft', 'tpot', 'e2el'] as const

export type BackendName = (typeof backendNames)[number]
export type MetricName = (typeof metricNames)[number]

const nonNegativeInteger = z.int().min(0)
const positiveInteger = z.int().min(1)
const optionalNumber = z.number().nullable().default(null)
const unitRatio = z.number().min(0).lt(1, 'must be at least 0 and below 1')
const stringMap = z.record(z.string(), z.string())

/** A rate or shape that may be unbounded; `inf` is a word because JSON has no infinity. */
const positiveOrInfinite = z.union([z.number().positive().finite(), z.literal('inf')])

const rangeRatioSchema = z.union([unitRatio, z.object({ input: unitRatio, output: unitRatio })])

const connectionShape = {
  backend: z.enum(backendNames).default('openai'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(1).max(65535).default(8000),
  endpoint: z.string().startsWith('/').default('/v1/completions'),
  header: stringMap.default({}),
  insecure: z.boolean().default(false),
  model: z.string().min(1).nullable().default(null),
  servedModelName: z.string().min(1).nullable().default(null),
  tokenizer: z.string().min(1).nullable().default(null),
  skipTokenizerInit: z.boolean().default(false),
}

const datasetShape = {
  datasetName: z.enum(datasetNames).default('random'),
  datasetPath: z.string().min(1).nullable().default(null),
  numPrompts: z.int().default(1000),
  /** numpy's generator takes 32 bits. */
  seed: nonNegativeInteger.max(0xffffffff).default(0),
  inputLen: positiveInteger.nullable().default(null),
  outputLen: positiveInteger.nullable().default(null),
  noOversample: z.boolean().default(false),
  disableShuffle: z.boolean().default(false),
  skipChatTemplate: z.boolean().default(false),
  randomInputLen: nonNegativeInteger.default(1024),
  randomOutputLen: positiveInteger.default(128),
  randomRangeRatio: rangeRatioSchema.default(0),
  randomPrefixLen: nonNegativeInteger.default(0),
  prefixRepetitionPrefixLen: nonNegativeInteger.default(256),
  prefixRepetitionSuffixLen: nonNegativeInteger.default(256),
  prefixRepetitionNumPrefixes: positiveInteger.default(10),
  prefixRepetitionOutputLen: positiveInteger.default(128),
  sonnetInputLen: positiveInteger.default(550),
  sonnetOutputLen: positiveInteger.default(150),
  sonnetPrefixLen: nonNegativeInteger.default(200),
  promptTokenIds: z.boolean().default(false),
  sharegptOutputLen: positiveInteger.nullable().default(null),
  specBenchOutputLen: positiveInteger.default(256),
  specBenchCategory: z.string().min(1).nullable().default(null),
  speedBenchDatasetSubset: z.enum(speedBenchSubsets).default('qualitative'),
  speedBenchOutputLen: positiveInteger.default(4096),
  speedBenchCategory: z.string().min(1).nullable().default(null),
  timedTraceChunkHashSize: positiveInteger.default(16),
  timedTraceSecMultiplier: z.number().positive().finite().default(1),
  timedTraceLabelTimestamp: z.string().min(1).default('timestamp'),
  timedTraceLabelInputLength: z.string().min(1).default('input_length'),
  timedTraceLabelOutputLength: z.string().min(1).default('output_length'),
  timedTraceLabelHashIds: z.string().min(1).default('hash_ids'),
  customOutputLen: z.int().min(-1).default(256),
}

const trafficShape = {
  requestRate: positiveOrInfinite.default('inf'),
  burstiness: positiveOrInfinite.default(1),
  /** Null is "where the dataset has times". */
  selfTimed: z.boolean().nullable().default(null),
  maxConcurrency: positiveInteger.nullable().default(null),
  rampUpStrategy: z.enum(['linear', 'exponential']).nullable().default(null),
  rampUpStartRps: nonNegativeInteger.nullable().default(null),
  rampUpEndRps: nonNegativeInteger.nullable().default(null),
  numWarmups: nonNegativeInteger.default(0),
  readyCheckTimeoutSec: nonNegativeInteger.default(0),
  ignoreEos: z.boolean().default(false),
  profile: z.boolean().default(false),
}

const samplingShape = {
  topP: optionalNumber,
  topK: z.int().nullable().default(null),
  minP: optionalNumber,
  temperature: optionalNumber,
  frequencyPenalty: optionalNumber,
  presencePenalty: optionalNumber,
  repetitionPenalty: optionalNumber,
  logprobs: nonNegativeInteger.nullable().default(null),
  extraBody: z.record(z.string(), z.json()).default({}),
}

const reportShape = {
  label: z.string().min(1).nullable().default(null),
  requestIdPrefix: z.string().nullable().default(null),
  percentileMetrics: z.array(z.enum(metricNames)).default(['ttft', 'tpot', 'itl']),
  metricPercentiles: z.array(z.number().min(0).max(100)).min(1).default([99]),
  goodput: z.partialRecord(z.enum(goodputMetricNames), z.number().min(0)).default({}),
  metadata: stringMap.default({}),
}

/** Fields without the rules that span several of them; a form reads defaults and types from here. */
export const benchmarkFieldsSchema = z.object({
  ...connectionShape,
  ...datasetShape,
  ...trafficShape,
  ...samplingShape,
  ...reportShape,
})

export type BenchmarkConfig = z.infer<typeof benchmarkFieldsSchema>
export type BenchmarkField = keyof BenchmarkConfig

type CrossRule = {
  readonly field: BenchmarkField
  readonly broken: (config: BenchmarkConfig) => boolean
  readonly message: string
}

const crossRules: readonly CrossRule[] = [
  {
    field: 'numPrompts',
    broken: (config) => config.numPrompts < 1 && !datasetTraits[config.datasetName].takesAllRows,
    message: 'must be at least 1 (only datasets of whole prompts take 0 for "all rows")',
  },
  {
    field: 'datasetPath',
    broken: (config) =>
      datasetTraits[config.datasetName].path === 'none' && config.datasetPath !== null,
    message: 'this dataset makes its own prompts; drop the path or choose another dataset',
  },
  {
    field: 'datasetPath',
    broken: (config) =>
      datasetTraits[config.datasetName].path === 'required' && config.datasetPath === null,
    message: 'this dataset is read from a file; give its path',
  },
  {
    field: 'prefixRepetitionNumPrefixes',
    broken: (config) =>
      config.datasetName === 'prefix_repetition' &&
      config.prefixRepetitionNumPrefixes > config.numPrompts,
    message: 'must not exceed the number of prompts: every prefix needs one',
  },
  {
    field: 'prefixRepetitionSuffixLen',
    broken: (config) =>
      config.datasetName === 'prefix_repetition' &&
      config.prefixRepetitionPrefixLen + config.prefixRepetitionSuffixLen === 0,
    message: 'must be above 0 where prefixes are empty, else prompts have no token',
  },
  {
    field: 'outputLen',
    broken: (config) =>
      config.outputLen !== null && !datasetTraits[config.datasetName].takesOutputLen,
    message: 'has no effect on this dataset; use the output length named after it, if it has one',
  },
  {
    field: 'skipChatTemplate',
    broken: (config) => config.skipChatTemplate && config.datasetName === 'spec_bench',
    message: 'spec_bench always goes into the chat template, as in the original; leave this off',
  },
  {
    field: 'selfTimed',
    broken: ({ datasetName, selfTimed }) =>
      selfTimed !== null && !datasetTraits[datasetName].hasOwnTimes,
    message: 'this dataset has no times of its own; leave it out, or choose timed_trace',
  },
  {
    field: 'requestRate',
    broken: (config) =>
      isSelfTimed(config) && (config.requestRate !== 'inf' || config.rampUpStrategy !== null),
    message: 'requests leave at the times of the trace; drop rate and ramp, or self-timing',
  },
  {
    field: 'backend',
    broken: ({ datasetName, backend }) =>
      datasetName === 'timed_trace' && backend === 'openai-chat',
    message: 'a timed trace is sent as token ids, which chat does not take; choose completions',
  },
  {
    field: 'promptTokenIds',
    broken: (config) =>
      config.promptTokenIds &&
      (config.datasetName !== 'random' || config.backend === 'openai-chat'),
    message: 'token ids can be sent for the random dataset to completions backends only',
  },
  {
    field: 'endpoint',
    broken: (config) =>
      config.backend === 'openai-chat' && !config.endpoint.endsWith('chat/completions'),
    message: 'openai-chat talks to /v1/chat/completions; set the endpoint to that',
  },
  {
    field: 'endpoint',
    broken: (config) =>
      config.backend !== 'openai-chat' &&
      (!config.endpoint.endsWith('completions') || config.endpoint.endsWith('chat/completions')),
    message:
      'this backend talks to /v1/completions; set the endpoint to that or choose openai-chat',
  },
  {
    field: 'rampUpStrategy',
    broken: (config) => config.rampUpStrategy !== null && config.requestRate !== 'inf',
    message: 'a ramp sets the rate itself; leave the request rate at inf',
  },
  {
    field: 'rampUpStartRps',
    broken: (config) =>
      config.rampUpStrategy !== null &&
      (config.rampUpStartRps === null || config.rampUpEndRps === null),
    message: 'a ramp needs both a start and an end rate',
  },
  {
    field: 'rampUpStartRps',
    broken: ({ rampUpStrategy, rampUpStartRps, rampUpEndRps }) =>
      rampUpStrategy !== null && (rampUpStartRps ?? 0) > (rampUpEndRps ?? Infinity),
    message: 'a ramp rises: the start rate must not exceed the end rate',
  },
  {
    field: 'rampUpStartRps',
    broken: (config) => config.rampUpStrategy !== null && config.rampUpStartRps === 0,
    message: 'a ramp starts above 0, else its first request would never leave',
  },
]

/** A whole benchmark: every field valid and no two at odds. Issues carry the field in their path. */
export const benchmarkConfigSchema = benchmarkFieldsSchema.superRefine((config, context) => {
  for (const rule of crossRules) {
    if (rule.broken(config)) {
      context.addIssue({ code: 'custom', path: [rule.field], message: rule.message })
    }
  }
})

export const defaultBenchmarkConfig: BenchmarkConfig = Object.freeze(
  benchmarkFieldsSchema.parse({}),
)
