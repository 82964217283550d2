// The random dataset: prompts of random lengths, as text or as token ids.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { hasCachedPrefix } from '#core/traits/cached-prefix.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import {
  sampleCachedPrefixPrompts,
  type CachedPrefixSpec,
} from '#core/workload/random/cached-prefix-prompts.ts'
import { sampleRandomTexts, sampleRandomTokenIds } from '#core/workload/random/random-dataset.ts'
import { keepInMemory, type KeepText } from '#core/workload/stored-text.ts'
import { neededTokenizer, randomLengthsOf, type Sampler, type SamplerSources } from './sampler.ts'
import { sampleRandomRerank as sampleRankings } from '#core/workload/random/random-rerank.ts'
import { samplePrefixRepetition as samplePrompts } from '#core/workload/datasets/prefix-repetition.ts'

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
    : sampleRandomTexts(spec, neededTokenizer(sources, config), keptPrompt(sources))
}

function keptPrompt({ keepText = keepInMemory, onPrompt }: SamplerSources): KeepText {
  return (text) => {
    onPrompt?.()
    return keepText(text)
  }
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

// The random-rerank dataset: a random query and random documents to rank for it.
export const sampleRandomRerank: Sampler = async (config, sources) => {
  const ratio = config.randomRangeRatio
  const spec = {
    count: config.numPrompts,
    inputLen: config.inputLen ?? config.randomInputLen,
    rangeRatio: typeof ratio === 'number' ? ratio : ratio.input,
    batchSize: config.randomBatchSize,
    readsPairs: !config.noReranker,
    seed: config.seed,
    requestIdPrefix: sources.requestIdPrefix,
  }
  return sampleRankings(spec, neededTokenizer(sources, config))
}

// The prefix_repetition dataset: random prompts in groups with common prefixes.
export const samplePrefixRepetition: Sampler = async (config, sources) =>
  samplePrompts(
    {
      count: config.numPrompts,
      prefixLen: config.prefixRepetitionPrefixLen,
      suffixLen: config.prefixRepetitionSuffixLen,
      numPrefixes: config.prefixRepetitionNumPrefixes,
      outputLen: config.outputLen ?? config.prefixRepetitionOutputLen,
      seed: config.seed,
      recipe: compatProfileOf(config).workload.prefixRepetition,
    },
    {
      tokenizer: neededTokenizer(sources, config),
      random: sources.numpyRandom,
      pythonRandom: sources.pythonRandom,
    },
  )
