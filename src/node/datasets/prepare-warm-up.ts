// The requests of a warm-up: like the run's, but with their own prompts.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { arrivalPatternOf } from '#core/workload/arrivals.ts'
import { promptsFor } from '#core/workload/request-count.ts'
import { warmUpOffsetsS, warmUpSeed } from '#core/workload/arrivals.ts'
import { prepareWorkload, type Workload } from './prepare-workload.ts'

export type WarmUpWorkload = Pick<Workload, 'requests' | 'loraModules'> &
  Readonly<{ lengthS: number; offsetsS: Float64Array | null }>

/** Prompts per request in flight before they repeat, if their number is unknown. */
const promptsPerPlace = 4
const fewestPrompts = 16
/** Maximum number of prompts, because they are in memory before the run. */
const mostPrompts = 20_000

/** Null without a warm-up. Rejects with the same errors as `prepareWorkload`. */
export async function prepareWarmUp(
  config: BenchmarkConfig,
  sources: Parameters<typeof prepareWorkload>[1],
): Promise<WarmUpWorkload | null> {
  const { warmUpSeconds: lengthS, maxConcurrency } = config
  if (lengthS === 0) return null
  const seed = warmUpSeed(config.seed)
  const random = new NumpyRandomState(seed)
  const offsetsS = warmUpOffsetsS(arrivalPatternOf(config), { lengthS, random })
  if (offsetsS?.length === 0) return null
  const wanted = offsetsS?.length ?? (maxConcurrency ?? 1) * promptsPerPlace
  const asked = { ...config, seed, numPrompts: promptsAsked(wanted, config), durationMinutes: null }
  const { requests, loraModules } = await prepareWorkload(asked, sources)
  return requests.length === 0 ? null : { requests, loraModules, lengthS, offsetsS }
}

function promptsAsked(wanted: number, config: BenchmarkConfig): number {
  const { datasetName, prefixRepetitionNumPrefixes } = config
  const least = datasetName === 'prefix_repetition' ? prefixRepetitionNumPrefixes : fewestPrompts
  return promptsFor(Math.min(mostPrompts, Math.max(least, wanted)), config)
}
