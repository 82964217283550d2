// What is said of a run whose prompts the server knew already.
import { message, type Message } from '../../messages/message.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { warmCacheHitRate } from '../../stats/warm-cache.ts'

/** One sentence, or none. */
export function warmCacheWarning(config: BenchmarkConfig, summary: RunSummary): readonly Message[] {
  const hitRate = warmCacheHitRate(config, summary)
  if (hitRate === null) return []
  return [message('notes.warmCache', { share: (hitRate * 100).toFixed(1) })]
}
