// Rules that span several fields of a benchmark: what cannot go together, and what to do instead.
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
import { cachedPrefixRules } from './cached-prefix.ts'
import { profilerRules } from './profiler-rules.ts'

export const benchmarkRules: readonly BenchmarkRule[] = [
  ...backendRules,
  {
    field: 'baseUrl',
    broken: ({ baseUrl }) => baseUrl !== null && /^https?:\/\/[^/?#]*@/i.test(baseUrl),
    message: 'must not hold a name or password; send an Authorization header instead',
  },
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
    message: 'this dataset is read from a file, or hf from the hub; give its path or name',
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
    field: 'maxModelLen',
    broken: ({ maxModelLen, datasetName }) =>
      maxModelLen !== null && datasetTraits[datasetName].holdsConversations,
    message: 'would leave turns out of conversations; lower their number or their lengths instead',
  },
  {
    field: 'skipChatTemplate',
    broken: (config) => config.skipChatTemplate && config.datasetName === 'spec_bench',
    message: 'spec_bench always goes into the chat template, as in the original; leave this off',
  },
  {
    field: 'chatTemplateKwargs',
    broken: ({ datasetName, chatTemplateKwargs, skipChatTemplate }) =>
      Object.keys(chatTemplateKwargs).length > 0 &&
      (!datasetTraits[datasetName].takesTemplateVariables || skipChatTemplate),
    message: 'reaches the template of custom and speed_bench only, where it is not skipped',
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
      datasetName === 'timed_trace' && !backendTraits[backend].takesTokenIds,
    message:
      'a timed trace is sent as token ids, which this backend does not take; choose completions',
  },
  {
    field: 'randomRangeRatio',
    broken: (config) =>
      eraOf(config).workload.rangeRatio === 'both-sides' &&
      ratiosOf(config).some((ratio) => ratio === 1),
    message: 'must be below 1, else lengths could be 0; of --compat only vllm-0.7 and 2024 take 1',
  },
  {
    field: 'randomRangeRatio',
    broken: (config) =>
      eraOf(config).workload.rangeRatio === 'lower-end' &&
      typeof config.randomRangeRatio === 'object',
    message: 'is one number for both lengths in that era of --compat',
  },
  {
    field: 'bestOf',
    broken: (config) =>
      config.bestOf !== null && !eraOf(config).requests.completions.includes('best_of'),
    message: 'vLLM dropped it in 2025; of --compat only vllm-0.7 and 2024 send it',
  },
  {
    field: 'rampUpStrategy',
    broken: (config) =>
      config.rampUpStrategy !== null && eraOf(config).workload.schedule === 'slept',
    message: 'that era of --compat knows no ramp; drop one of the two',
  },
  {
    field: 'promptTokenIds',
    broken: (config) =>
      config.promptTokenIds &&
      (config.datasetName !== 'random' || !backendTraits[config.backend].takesTokenIds),
    message: 'token ids can be sent for the random dataset only, and not to every backend',
  },
  {
    field: 'vocabSize',
    broken: ({ promptTokenIds, vocabSize }) => vocabSize !== null && !promptTokenIds,
    message: 'a tokenizer has a vocabulary of its own; only prompts of token ids are told one',
  },
  {
    field: 'endpoint',
    broken: ({ backend, endpoint }) => !isEndpointOf(backend, endpoint),
    message: ({ backend }) =>
      `${backend} talks to ${backendTraits[backend].usualEndpoint}; set the endpoint to that or choose another backend`,
  },
  {
    field: 'durationMinutes',
    broken: ({ durationMinutes, requestRate, maxConcurrency }) =>
      durationMinutes !== null && requestRate === 'inf' && maxConcurrency === null,
    message:
      'at rate inf nothing would hold requests back; give a request rate or a limit on concurrency',
  },
  {
    field: 'durationMinutes',
    broken: (config) =>
      config.durationMinutes !== null && (config.rampUpStrategy !== null || isSelfTimed(config)),
    message: 'a ramp and the times of a trace tell themselves when a run ends; drop one of the two',
  },
  {
    field: 'warmUpSeconds',
    broken: (config) => config.warmUpSeconds > 0 && !canWarmUp(config),
    message:
      'needs a load that is the same all along: a request rate or a limit on concurrency, no ramp, trace or conversation',
  },
  {
    field: 'runTimeoutSec',
    broken: (config) => (config.runTimeoutSec ?? Infinity) <= (clockedS(config) ?? 0),
    message: 'would end the run before its duration is over; raise it or shorten the duration',
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
  ...cachedPrefixRules,
  ...profilerRules,
  ...poolingRules,
  ...hubRules,
  ...mediaRules,
  ...multiTurnRules,
]

function ratiosOf({ randomRangeRatio: ratio }: BenchmarkConfig): readonly number[] {
  return typeof ratio === 'number' ? [ratio] : [ratio.input, ratio.output]
}
