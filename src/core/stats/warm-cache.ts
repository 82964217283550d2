// Whether a server knew prompts already that were meant to be new to it.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '../model/run/run-summary.ts'

const leastHitRate = 0.01

type Prompts = Pick<BenchmarkConfig, 'datasetName' | 'randomPrefixLen'>

/** Prompts that begin alike on purpose are found on purpose. */
export function hasNewPrompts({ datasetName, randomPrefixLen }: Prompts): boolean {
  return datasetName === 'random' && randomPrefixLen === 0
}

/**
 * Share of prompt tokens the prefix cache had from before the run, 0–1; null where that is as it should be, or not known.
 * What the run repeats of itself is found as well, and says nothing of what was there.
 */
export function warmCacheHitRate(
  config: Prompts,
  { server }: Pick<RunSummary, 'server'>,
): number | null {
  if (!hasNewPrompts(config) || !server?.prefixCache) return null
  const { hits, queries, repeated = 0 } = server.prefixCache
  const share = (hits - repeated) / queries
  return share >= leastHitRate ? share : null
}
