// How turns of conversations become requests, as the flags have it.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { TurnOptions } from '#core/workload/conversations/turn-requests.ts'
import type { SamplerSources } from './sampler.ts'

export function turnOptions(
  config: BenchmarkConfig,
  { requestIdPrefix, numpyRandom }: SamplerSources,
): TurnOptions {
  return {
    requestIdPrefix,
    history: config.multiTurnHistory,
    thinkTime: { meanS: config.multiTurnDelayMs / 1000, shape: config.multiTurnDelayShape },
    random: numpyRandom,
  }
}
