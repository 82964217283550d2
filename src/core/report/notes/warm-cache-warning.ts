// What is said of a run whose prompts the server knew already.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { warmCacheHitRate } from '../../stats/warm-cache.ts'

/** One sentence, or none. */
export function warmCacheWarning(config: BenchmarkConfig, summary: RunSummary): readonly string[] {
  const hitRate = warmCacheHitRate(config, summary)
  if (hitRate === null) return []
  return [
    `The server had ${(hitRate * 100).toFixed(1)} % of the prompt tokens in its prefix cache from before, so latencies are too good: ` +
      'reset the cache (POST /reset_prefix_cache), restart the server, or choose another --seed.',
  ]
}
