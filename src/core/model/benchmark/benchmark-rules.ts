// Rules that span several fields of a benchmark: what cannot go together, and what to do instead.
import { message } from '#core/messages/message.ts'
import { backendRules } from './backend-rules.ts'
import { backendTraits, isEndpointOf } from './backend-traits.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import type { BenchmarkConfig } from './benchmark-fields.ts'
import { datasetTraits, isSelfTimed } from './dataset-traits.ts'
import { hubRules } from './hub-rules.ts'
import { mediaRules } from './media-rules.ts'
import { multiTurnRules } from './multi-turn-rules.ts'
import { poolingRules } from './pooling-rules.ts'
import { eraOf } from '../eras/era-of.ts'
import { canWarmUp, clockedS } from './load-traits.ts'
import { hasCachedPrefix } from './cached-prefix.ts'
import { profilerRules } from './profiler-rules.ts'

export const benchmarkRules: readonly BenchmarkRule[] = [
  ...backendRules,
  {
    field: 'baseUrl',
    broken: ({ baseUrl }) => baseUrl !== null && /^https?:\/\/[^/?#]*@/i.test(baseUrl),
    message: message('config.credentialsInUrl'),
  },
  {
    field: 'numPrompts',
    broken: (config) => config.numPrompts < 1 && !datasetTraits[config.datasetName].takesAllRows,
    message: message('config.zeroPrompts'),
  },
  {
    field: 'datasetPath',
    broken: (config) =>
      datasetTraits[config.datasetName].path === 'none' && config.datasetPath !== null,
    message: message('config.ownPrompts'),
  },
  {
    field: 'datasetPath',
    broken: (config) =>
      datasetTraits[config.datasetName].path === 'required' && config.datasetPath === null,
    message: message('config.pathMissing'),
  },
  {
    field: 'prefixRepetitionNumPrefixes',
    broken: (config) =>
      config.datasetName === 'prefix_repetition' &&
      config.prefixRepetitionNumPrefixes > config.numPrompts,
    message: message('config.tooManyPrefixes'),
  },
  {
    field: 'prefixRepetitionSuffixLen',
    broken: (config) =>
      config.datasetName === 'prefix_repetition' &&
      config.prefixRepetitionPrefixLen + config.prefixRepetitionSuffixLen === 0,
    message: message('config.emptyPrefixedPrompt'),
  },
  {
    field: 'outputLen',
    broken: (config) =>
      config.outputLen !== null && !datasetTraits[config.datasetName].takesOutputLen,
    message: message('config.noOutputLength'),
  },
  {
    field: 'maxModelLen',
    broken: ({ maxModelLen, datasetName }) =>
      maxModelLen !== null && datasetTraits[datasetName].holdsConversations,
    message: message('config.cutsTurns'),
  },
  {
    field: 'skipChatTemplate',
    broken: (config) => config.skipChatTemplate && config.datasetName === 'spec_bench',
    message: message('config.specBenchTemplate'),
  },
  {
    field: 'chatTemplateKwargs',
    broken: ({ datasetName, chatTemplateKwargs, skipChatTemplate }) =>
      Object.keys(chatTemplateKwargs).length > 0 &&
      (!datasetTraits[datasetName].takesTemplateVariables || skipChatTemplate),
    message: message('config.noTemplate'),
  },
  {
    field: 'selfTimed',
    broken: ({ datasetName, selfTimed }) =>
      selfTimed !== null && !datasetTraits[datasetName].hasOwnTimes,
    message: message('config.noTimes'),
  },
  {
    field: 'requestRate',
    broken: (config) =>
      isSelfTimed(config) && (config.requestRate !== 'inf' || config.rampUpStrategy !== null),
    message: message('config.timesOfTrace'),
  },
  {
    field: 'backend',
    broken: ({ datasetName, backend }) =>
      datasetName === 'timed_trace' && !backendTraits[backend].takesTokenIds,
    message: message('config.traceTokenIds'),
  },
  {
    field: 'randomRangeRatio',
    broken: (config) =>
      eraOf(config).workload.rangeRatio === 'both-sides' &&
      ratiosOf(config).some((ratio) => ratio === 1),
    message: message('config.rangeRatioOne'),
  },
  {
    field: 'randomRangeRatio',
    broken: (config) =>
      eraOf(config).workload.rangeRatio === 'lower-end' &&
      typeof config.randomRangeRatio === 'object',
    message: message('config.oneRangeRatio'),
  },
  {
    field: 'bestOf',
    broken: (config) =>
      config.bestOf !== null && !eraOf(config).requests.completions.includes('best_of'),
    message: message('config.bestOfDropped'),
  },
  {
    field: 'rampUpStrategy',
    broken: (config) =>
      config.rampUpStrategy !== null && eraOf(config).workload.schedule === 'slept',
    message: message('config.eraWithoutRamp'),
  },
  {
    field: 'promptTokenIds',
    broken: (config) =>
      config.promptTokenIds &&
      (config.datasetName !== 'random' || !backendTraits[config.backend].takesTokenIds),
    message: message('config.tokenIds'),
  },
  {
    field: 'vocabSize',
    broken: ({ promptTokenIds, vocabSize }) => vocabSize !== null && !promptTokenIds,
    message: message('config.vocabSize'),
  },
  {
    field: 'endpoint',
    broken: ({ backend, endpoint }) => !isEndpointOf(backend, endpoint),
    message: ({ backend }) =>
      message('config.endpoint', { backend, path: backendTraits[backend].usualEndpoint }),
  },
  {
    field: 'durationMinutes',
    broken: ({ durationMinutes, requestRate, maxConcurrency }) =>
      durationMinutes !== null && requestRate === 'inf' && maxConcurrency === null,
    message: message('config.unlimitedDuration'),
  },
  {
    field: 'durationMinutes',
    broken: (config) =>
      config.durationMinutes !== null && (config.rampUpStrategy !== null || isSelfTimed(config)),
    message: message('config.fixedDuration'),
  },
  {
    field: 'warmUpSeconds',
    broken: (config) => config.warmUpSeconds > 0 && !canWarmUp(config),
    message: message('config.steadyState'),
  },
  {
    field: 'runTimeoutSec',
    broken: (config) => (config.runTimeoutSec ?? Infinity) <= (clockedS(config) ?? 0),
    message: message('config.timeoutInDuration'),
  },
  {
    field: 'rampUpStrategy',
    broken: (config) => config.rampUpStrategy !== null && config.requestRate !== 'inf',
    message: message('config.rampSetsRate'),
  },
  {
    field: 'rampUpStartRps',
    broken: (config) =>
      config.rampUpStrategy !== null &&
      (config.rampUpStartRps === null || config.rampUpEndRps === null),
    message: message('config.rampEnds'),
  },
  {
    field: 'rampUpStartRps',
    broken: ({ rampUpStrategy, rampUpStartRps, rampUpEndRps }) =>
      rampUpStrategy !== null && (rampUpStartRps ?? 0) > (rampUpEndRps ?? Infinity),
    message: message('config.rampFalls'),
  },
  {
    field: 'rampUpStartRps',
    broken: (config) => config.rampUpStrategy !== null && config.rampUpStartRps === 0,
    message: message('config.rampFromZero'),
  },
  {
    field: 'randomCacheRatio',
    broken: (config) => config.randomCacheHitFraction > 0 && config.randomCacheRatio === 0,
    message: message('config.cachedRatio'),
  },
  {
    field: 'randomCacheHitFraction',
    broken: (config) => config.randomCacheRatio > 0 && config.randomCacheHitFraction === 0,
    message: message('config.cachedFraction'),
  },
  {
    field: 'randomCacheHitFraction',
    broken: (config) => hasCachedPrefix(config) && !config.promptTokenIds,
    message: message('config.cachedTokenIds'),
  },
  {
    field: 'randomPrefixLen',
    broken: (config) => hasCachedPrefix(config) && config.randomPrefixLen > 0,
    message: message('config.cachedPrefixLength'),
  },
  {
    field: 'randomBatchSize',
    broken: (config) => hasCachedPrefix(config) && config.randomBatchSize > 1,
    message: message('config.cachedBatch'),
  },
  {
    field: 'vocabSize',
    broken: (config) => hasCachedPrefix(config) && config.vocabSize !== null,
    message: message('config.cachedTokenizer'),
  },
  ...profilerRules,
  ...poolingRules,
  ...hubRules,
  ...mediaRules,
  ...multiTurnRules,
]

function ratiosOf({ randomRangeRatio: ratio }: BenchmarkConfig): readonly number[] {
  return typeof ratio === 'number' ? [ratio] : [ratio.input, ratio.output]
}
