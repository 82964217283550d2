// Random prompts of which a share begins with one prefix that the server has cached, and the rules of their two fields.
import type { BenchmarkConfig } from './benchmark-fields.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'

type CacheFields = Pick<BenchmarkConfig, 'randomCacheHitFraction' | 'randomCacheRatio'>

export function hasCachedPrefix({
  randomCacheHitFraction,
  randomCacheRatio,
}: CacheFields): boolean {
  return randomCacheHitFraction > 0 && randomCacheRatio > 0
}

/** Without a tokenizer: nothing has to be brought to a length. */
export function drawsIdsUnaided(
  config: CacheFields & Pick<BenchmarkConfig, 'promptTokenIds'>,
): boolean {
  return config.promptTokenIds && !hasCachedPrefix(config)
}

export const cachedPrefixRules: readonly BenchmarkRule[] = [
  {
    field: 'randomCacheRatio',
    broken: (config) => config.randomCacheHitFraction > 0 && config.randomCacheRatio === 0,
    message:
      'must be above 0 where a share of prompts is cached (random-cache-hit-fraction); 0.95 caches 95 % of each of them',
  },
  {
    field: 'randomCacheHitFraction',
    broken: (config) => config.randomCacheRatio > 0 && config.randomCacheHitFraction === 0,
    message:
      'must be above 0 where a part of prompts is cached (random-cache-ratio); 0.8 caches 80 % of the prompts',
  },
  {
    field: 'randomCacheHitFraction',
    broken: (config) => hasCachedPrefix(config) && !config.promptTokenIds,
    message:
      'needs prompts of token ids, so that prefixes are equal id for id; add --prompt-token-ids with the random dataset',
  },
  {
    field: 'randomPrefixLen',
    broken: (config) => hasCachedPrefix(config) && config.randomPrefixLen > 0,
    message: 'the cached prefix takes its place; leave it at 0',
  },
  {
    field: 'randomBatchSize',
    broken: (config) => hasCachedPrefix(config) && config.randomBatchSize > 1,
    message: 'prompts with a cached prefix are sent one by one; leave it at 1',
  },
  {
    field: 'vocabSize',
    broken: (config) => hasCachedPrefix(config) && config.vocabSize !== null,
    message: 'prompts with a cached prefix are drawn from the vocabulary of the tokenizer; drop it',
  },
]
