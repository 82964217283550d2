// The random dataset: prompts of drawn lengths, as text or as token ids.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { hasCachedPrefix } from '#core/model/benchmark/cached-prefix.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import {
  sampleCachedPrefixPrompts,
  type CachedPrefixSpec,
} from '#core/workload/random/cached-prefix-prompts.ts'
import { sampleRandomTexts, sampleRandomTokenIds } from '#core/workload/random/random-dataset.ts'
import { neededTokenizer, randomLengthsOf, type Sampler, type SamplerSources } from './sampler.ts'

export const sampleRandom: Sampler = async (config, sources) => {
  const spec = {
    ...randomLengthsOf(config),
    batchSize: config.randomBatchSize,
    recipe: compatProfileOf(config).workload.randomPrompts,
    numpyRandom: sources.numpyRandom,
    requestIdPrefix: sources.requestIdPrefix,
  }
  if (hasCachedPrefix(config)) {
    return sampleCachedPrefixPrompts(cachedSpec(config, sources), neededTokenizer(sources, config))
  }
  return config.promptTokenIds
    ? sampleRandomTokenIds(spec, config.vocabSize ?? undefined)
    : sampleRandomTexts(spec, neededTokenizer(sources, config))
}

function cachedSpec(
  config: BenchmarkConfig,
  { requestIdPrefix }: SamplerSources,
): CachedPrefixSpec {
  return {
    ...randomLengthsOf(config),
    hitFraction: config.randomCacheHitFraction,
    cacheRatio: config.randomCacheRatio,
    requestIdPrefix,
  }
}
