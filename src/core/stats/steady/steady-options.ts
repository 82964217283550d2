// What a benchmark's load aims at, and so which part of the run counts as its steady state.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { datasetTraits } from '#core/model/benchmark/dataset-traits.ts'
import { hasSteadyLoad, isSpreadOverTime } from '#core/model/benchmark/load-traits.ts'
import type { SteadyStateOptions } from './steady-window.ts'

const leastWindowS = 10
const leastShareOfRun = 0.1

/** Null where there is nothing to aim at, or where the reader does not want to know. */
export function steadyStateOptionsOf(
  config: BenchmarkConfig,
  durationS: number,
): SteadyStateOptions | null {
  const { steadyState, steadyStateThreshold: threshold, steadyStateMinWindow } = config
  // Where users think, fewer requests are in flight than conversations under way.
  const isBelowLimit =
    isSpreadOverTime(config) || datasetTraits[config.datasetName].holdsConversations
  const target = isBelowLimit ? 'usual' : config.maxConcurrency
  if (steadyState === false || !hasSteadyLoad(config) || target === null) return null
  const minWindowS = steadyStateMinWindow ?? Math.max(leastWindowS, leastShareOfRun * durationS)
  return { target, threshold, minWindowS }
}
