// Whether a server had already cached prompts that were meant to be new to it.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '../model/run/run-summary.ts'

const leastHitRate = 0.01

type Prompts = Pick<BenchmarkConfig, 'datasetName' | 'randomPrefixLen'>

/** Prompts with a deliberately shared prefix are cached by design. */
export function hasNewPrompts({ datasetName, randomPrefixLen }: Prompts): boolean {
  return datasetName === 'random' && randomPrefixLen === 0
}

/**
 * Share of prompt tokens that the prefix cache had from before the run, 0–1; null if intended or unknown. Excludes tokens that
 * prompts share with earlier prompts of the run.
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
