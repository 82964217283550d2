// Random prompts of which a share begins with one prefix that the server has cached, and the rules of their two fields.
import { message } from '#core/messages/message.ts'
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
]
