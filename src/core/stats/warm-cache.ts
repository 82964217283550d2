// Whether a server knew prompts already that were meant to be new to it.
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { RunSummary } from '../model/run-summary.ts'

const leastHitRate = 0.01

/** Share of prompt tokens the prefix cache had, 0–1; null where that is as it should be, or not known. */
export function warmCacheHitRate(config: BenchmarkConfig, { server }: RunSummary): number | null {
  const { datasetName, randomPrefixLen } = config
  // Prompts that begin alike on purpose are found on purpose.
  if (datasetName !== 'random' || randomPrefixLen > 0 || !server?.prefixCache) return null
  const { hits, queries } = server.prefixCache
  return hits / queries >= leastHitRate ? hits / queries : null
}
