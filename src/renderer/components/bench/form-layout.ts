// Which field stands where in the composer: few in sight, the rest one fold away, none that cannot matter.
import { backendTraits, isPooling } from '#core/model/benchmark/backend-traits.ts'
import type { BenchmarkConfig, BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'
import { offersMessages } from '#core/model/benchmark/dataset-media.ts'
import { hubDatasetOf, type HubFormatName } from '#core/model/benchmark/hub-datasets.ts'
import {
  datasetTraits,
  isSelfTimed,
  type DatasetName,
} from '#core/model/benchmark/dataset-traits.ts'
import { eraOf } from '#core/model/eras/era-of.ts'
import { benchmarkFlags, type BenchmarkFlag } from '#core/model/benchmark/benchmark-flags.ts'
import { drawsIdsUnaided } from '#core/model/benchmark/cached-prefix.ts'
import { samplingParameterFields } from '#core/model/fields/sampling-fields.ts'
import { ignoresEos } from '#core/model/benchmark/ignores-eos.ts'
import { hasSteadyLoad } from '#core/model/benchmark/load-traits.ts'

export const sectionIds = ['target', 'workload', 'traffic', 'sampling', 'report'] as const
export type SectionId = (typeof sectionIds)[number]

export type FormSection = Readonly<{
  id: SectionId
  fields: readonly BenchmarkFlag[]
  more: readonly BenchmarkFlag[]
}>

type Placement = Readonly<{
  fields: readonly BenchmarkField[]
  more: readonly BenchmarkField[]
}>

const placements: Readonly<Record<SectionId, Placement>> = {
  target: {
    fields: ['backend', 'endpoint', 'model'],
    more: [
      'servedModelName',
      'loraModules',
      'loraAssignment',
      'tokenizer',
      'tokenizerMode',
      'skipTokenizerInit',
      'header',
      'insecure',
      'on',
    ],
  },
  workload: {
    fields: [
      'datasetName',
      'datasetPath',
      'numPrompts',
      'randomInputLen',
      'randomOutputLen',
      'randomRangeRatio',
      'randomPrefixLen',
      'multiTurnNumTurns',
      'perTurnInputLen',
      'multiTurnDelayMs',
      'randomBatchSize',
      'noReranker',
      'prefixRepetitionPrefixLen',
      'prefixRepetitionSuffixLen',
      'prefixRepetitionNumPrefixes',
      'prefixRepetitionOutputLen',
      'sonnetInputLen',
      'sonnetOutputLen',
      'sonnetPrefixLen',
      'randomMmBaseItemsPerRequest',
      'randomMmNumMmItemsRangeRatio',
      'randomMmLimitMmPerPrompt',
      'randomMmBucketConfig',
      'promptTokenIds',
      'randomCacheHitFraction',
      'randomCacheRatio',
      'vocabSize',
      'sharegptOutputLen',
      'specBenchOutputLen',
      'specBenchCategory',
      'speedBenchDatasetSubset',
      'speedBenchOutputLen',
      'speedBenchCategory',
      'speedBenchMaxInputLen',
      'timedTraceLayout',
      'timedTraceChunkHashSize',
      'timedTraceSecMultiplier',
      'hfName',
      'hfSubset',
      'hfSplit',
      'hfOutputLen',
      'blazeditMinDistance',
      'blazeditMaxDistance',
      'asrMinAudioLenSec',
      'asrMaxAudioLenSec',
      'bfclCategories',
      'customOutputLen',
      'customEnsureClientSideData',
      'seed',
    ],
    more: [
      'inputLen',
      'outputLen',
      'maxModelLen',
      'noOversample',
      'noStream',
      'disableShuffle',
      'skipChatTemplate',
      'chatTemplateKwargs',
      'enableMultimodalChat',
      'multiTurnMinTurns',
      'multiTurnMaxTurns',
      'multiTurnDelayShape',
      'multiTurnHistory',
      'timedTraceLabelTimestamp',
      'timedTraceLabelInputLength',
      'timedTraceLabelOutputLength',
      'timedTraceLabelHashIds',
    ],
  },
  traffic: {
    fields: ['selfTimed', 'requestRate', 'maxConcurrency', 'burstiness', 'ignoreEos'],
    more: [
      'durationMinutes',
      'rampUpStrategy',
      'rampUpStartRps',
      'rampUpEndRps',
      'numWarmups',
      'warmUpSeconds',
      'probeRequestRate',
      'readyCheckTimeoutSec',
      'requestTimeoutSec',
      'stallTimeoutSec',
      'runTimeoutSec',
      'telemetryRateHz',
      'clientThreads',
      'coldConnections',
      'profile',
      'profileBatchThreshold',
      'profileDuration',
    ],
  },
  sampling: {
    fields: ['temperature', 'topP'],
    more: [
      'topK',
      'minP',
      'frequencyPenalty',
      'presencePenalty',
      'repetitionPenalty',
      'bestOf',
      'logprobs',
      'extraBody',
    ],
  },
  report: {
    fields: ['percentileMetrics', 'metricPercentiles', 'goodput'],
    more: [
      'steadyState',
      'steadyStateThreshold',
      'steadyStateMinWindow',
      'label',
      'requestIdPrefix',
      'metadata',
      'compat',
    ],
  },
}

/** Filled in from the chosen server. */
export const fieldsOfServer: readonly BenchmarkField[] = ['baseUrl', 'host', 'port']

type Condition = (config: BenchmarkConfig) => boolean

const isDataset =
  (name: DatasetName): Condition =>
  ({ datasetName }) =>
    datasetName === name
const isRandom = isDataset('random')
const isRandomRerank = isDataset('random-rerank')
const isRandomMm = isDataset('random-mm')
const isRandomMultiTurn = isDataset('random-multi-turn')
const drawsPrompts: Condition = (config) =>
  isRandom(config) || isRandomMm(config) || isRandomMultiTurn(config)
const drawsRandomly: Condition = (config) => drawsPrompts(config) || isRandomRerank(config)
const holdsConversations: Condition = ({ datasetName }) =>
  datasetTraits[datasetName].holdsConversations
const isPrefixRepetition = isDataset('prefix_repetition')
const isSonnet = isDataset('sonnet')
const isSpecBench = isDataset('spec_bench')
const isSpeedBench = isDataset('speed_bench')
const isTimedTrace = isDataset('timed_trace')
const hasLabels: Condition = (config) =>
  isTimedTrace(config) && config.timedTraceLayout === 'labels'
const isHub = isDataset('hf')
const isHubFormat =
  (format: HubFormatName): Condition =>
  (config) =>
    isHub(config) && hubDatasetOf(config)?.format === format
const isCodeEdit = isHubFormat('code-edit')
const isSpeech: Condition = (config) =>
  isHubFormat('speech')(config) || isHubFormat('speech-by-path')(config)
const isCustomImage = isDataset('custom_image')
const isCustom: Condition = (config) =>
  isDataset('custom')(config) || isCustomImage(config) || isDataset('custom_audio')(config)
const hasRows: Condition = ({ datasetName }) => datasetTraits[datasetName].hasRows
const isRamp = ({ rampUpStrategy }: BenchmarkConfig): boolean => rampUpStrategy !== null

const namesModel: Condition = ({ backend }) => backendTraits[backend].namesModel
const takesSampling: Condition = ({ backend }) => backendTraits[backend].takesSampling

const looksForSteadyState: Condition = (config) =>
  config.steadyState !== false && hasSteadyLoad(config)

/** Fields that matter only to some benchmarks. */
const conditions: Readonly<Partial<Record<BenchmarkField, Condition>>> = {
  ...Object.fromEntries(samplingParameterFields.map((field) => [field, takesSampling])),
  datasetPath: ({ datasetName }) => datasetTraits[datasetName].path !== 'none',
  randomBatchSize: (config) =>
    datasetTraits[config.datasetName].takesBatchSize && backendTraits[config.backend].takesBatches,
  noReranker: isRandomRerank,
  randomInputLen: drawsRandomly,
  randomOutputLen: drawsPrompts,
  randomRangeRatio: drawsRandomly,
  randomPrefixLen: drawsPrompts,
  randomMmBaseItemsPerRequest: isRandomMm,
  randomMmNumMmItemsRangeRatio: isRandomMm,
  randomMmLimitMmPerPrompt: isRandomMm,
  randomMmBucketConfig: isRandomMm,
  enableMultimodalChat: offersMessages,
  multiTurnNumTurns: isRandomMultiTurn,
  multiTurnMinTurns: holdsConversations,
  multiTurnMaxTurns: holdsConversations,
  perTurnInputLen: isRandomMultiTurn,
  multiTurnDelayMs: holdsConversations,
  multiTurnDelayShape: (config) => holdsConversations(config) && config.multiTurnDelayMs > 0,
  multiTurnHistory: isDataset('multi_turn'),
  prefixRepetitionPrefixLen: isPrefixRepetition,
  prefixRepetitionSuffixLen: isPrefixRepetition,
  prefixRepetitionNumPrefixes: isPrefixRepetition,
  prefixRepetitionOutputLen: isPrefixRepetition,
  sonnetInputLen: isSonnet,
  sonnetOutputLen: isSonnet,
  sonnetPrefixLen: isSonnet,
  inputLen: drawsRandomly,
  outputLen: ({ datasetName }) => datasetTraits[datasetName].takesOutputLen,
  promptTokenIds: (config) => isRandom(config) && backendTraits[config.backend].takesTokenIds,
  randomCacheHitFraction: (config) => isRandom(config) && config.promptTokenIds,
  randomCacheRatio: (config) => isRandom(config) && config.promptTokenIds,
  vocabSize: (config) => drawsIdsUnaided(config) && isRandom(config),
  sharegptOutputLen: isDataset('sharegpt'),
  specBenchOutputLen: isSpecBench,
  specBenchCategory: isSpecBench,
  speedBenchDatasetSubset: isSpeedBench,
  speedBenchOutputLen: isSpeedBench,
  speedBenchCategory: isSpeedBench,
  speedBenchMaxInputLen: isSpeedBench,
  profileBatchThreshold: ({ profile }) => profile,
  profileDuration: ({ profileBatchThreshold }) => profileBatchThreshold !== null,
  maxModelLen: (config) => !holdsConversations(config),
  timedTraceLayout: isTimedTrace,
  timedTraceChunkHashSize: hasLabels,
  timedTraceSecMultiplier: isTimedTrace,
  timedTraceLabelTimestamp: hasLabels,
  timedTraceLabelInputLength: hasLabels,
  timedTraceLabelOutputLength: hasLabels,
  timedTraceLabelHashIds: hasLabels,
  selfTimed: ({ datasetName }) => datasetTraits[datasetName].hasOwnTimes,
  requestRate: (config) => !isSelfTimed(config),
  rampUpStrategy: (config) => !isSelfTimed(config),
  hfName: isHub,
  hfSubset: (config) => isHub(config) && hubDatasetOf(config)?.hasNoSubsets !== true,
  hfSplit: (config) => isHub(config) && !isHubFormat('function-calls')(config),
  hfOutputLen: (config) => isHub(config) && !isHubFormat('next-edit')(config),
  noStream: isHub,
  blazeditMinDistance: isCodeEdit,
  blazeditMaxDistance: isCodeEdit,
  asrMinAudioLenSec: isSpeech,
  asrMaxAudioLenSec: isSpeech,
  bfclCategories: isHubFormat('function-calls'),
  customOutputLen: (config) => isCustom(config) || isDataset('multi_turn')(config),
  customEnsureClientSideData: isCustomImage,
  noOversample: hasRows,
  disableShuffle: hasRows,
  skipChatTemplate: (config) =>
    datasetTraits[config.datasetName].templateIsOptional ||
    (isHub(config) && hubDatasetOf(config)?.templateIsOptional === true),
  chatTemplateKwargs: ({ datasetName, skipChatTemplate }) =>
    datasetTraits[datasetName].takesTemplateVariables && !skipChatTemplate,
  burstiness: ({ requestRate, rampUpStrategy }) => requestRate !== 'inf' || rampUpStrategy !== null,
  ignoreEos: (config) =>
    backendTraits[config.backend].takesIgnoreEos && !ignoresEos({ ...config, ignoreEos: false }),
  rampUpStartRps: isRamp,
  rampUpEndRps: isRamp,
  bestOf: (config) => eraOf(config).requests.completions.includes('best_of'),
  servedModelName: namesModel,
  loraModules: namesModel,
  loraAssignment: ({ loraModules }) => loraModules !== null,
  steadyState: hasSteadyLoad,
  steadyStateThreshold: looksForSteadyState,
  steadyStateMinWindow: looksForSteadyState,
  logprobs: ({ backend }) => backendTraits[backend].takesLogprobs,
  extraBody: ({ backend }) => !backendTraits[backend].ranksDocuments,
}

/** Where nothing is generated, these mean nothing. */
const fieldsOfGeneration: ReadonlySet<BenchmarkField> = new Set([
  'outputLen',
  'randomOutputLen',
  'prefixRepetitionOutputLen',
  'sonnetOutputLen',
  'sharegptOutputLen',
  'specBenchOutputLen',
  'speedBenchOutputLen',
  'timedTraceLabelOutputLength',
  'customOutputLen',
  'hfOutputLen',
  'ignoreEos',
  'percentileMetrics',
])

function matters(field: BenchmarkField, config: BenchmarkConfig): boolean {
  if (isPooling(config) && fieldsOfGeneration.has(field)) return false
  return conditions[field]?.(config) ?? true
}

/** The sections for a benchmark; a field that was written or is at fault stays in sight, whether it matters or not. */
export function formSections(
  config: BenchmarkConfig,
  shown: Readonly<{ keep: ReadonlySet<string>; omit: readonly BenchmarkField[] }>,
): readonly FormSection[] {
  const isShown = (field: BenchmarkField): boolean =>
    !shown.omit.includes(field) && (shown.keep.has(field) || matters(field, config))
  return sectionIds.map((id) => ({
    id,
    fields: flagsOf(placements[id].fields.filter(isShown)),
    more: flagsOf(placements[id].more.filter(isShown)),
  }))
}

function flagsOf(fields: readonly BenchmarkField[]): readonly BenchmarkFlag[] {
  return fields.flatMap((field) => benchmarkFlags.find((flag) => flag.field === field) ?? [])
}
