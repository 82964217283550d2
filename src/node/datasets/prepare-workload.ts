// From what was asked to the requests to send and when: datasets, lengths and arrival times, all from one seed.
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { isSelfTimed } from '#core/model/dataset-traits.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { arrivalPatternOf } from '#core/workload/arrival-pattern.ts'
import { arrivalOffsetsS } from '#core/workload/arrivals.ts'
import { recordedOffsetsS } from '#core/workload/recorded-arrivals.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { SamplerSources } from './sampler.ts'
import { samplers } from './samplers.ts'
import { stoppable } from './stoppable-tokenizer.ts'

export type Workload = Readonly<{
  requests: readonly SampledRequest[]
  /** When each request is to leave, in seconds from the start; ascending. */
  offsetsS: Float64Array
}>

/** Rejects with `dataset-invalid`, `tokenizer-unavailable`, `invalid-input` or `cancelled`. */
export async function prepareWorkload(
  config: BenchmarkConfig,
  { tokenizer, requestIdPrefix, signal }: Omit<SamplerSources, 'numpyRandom'>,
): Promise<Workload> {
  const numpyRandom = new NumpyRandomState(config.seed)
  const requests = await samplers[config.datasetName](config, {
    tokenizer: tokenizer && signal ? stoppable(tokenizer, signal) : tokenizer,
    requestIdPrefix,
    numpyRandom,
    ...(signal && { signal }),
  })
  const offsetsS = isSelfTimed(config)
    ? recordedOffsetsS(requests)
    : arrivalOffsetsS(requests.length, arrivalPatternOf(config), numpyRandom)
  return { requests, offsetsS }
}
