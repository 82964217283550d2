// From what was asked to the requests to send and when: datasets, lengths and arrival times, all from one seed.
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { clockedS } from '#core/model/load-traits.ts'
import { isSelfTimed } from '#core/model/dataset-traits.ts'
import { eraOf } from '#core/model/eras/era-of.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { arrivalPatternOf } from '#core/workload/arrival-pattern.ts'
import { schedules, type Schedule } from '#core/workload/arrivals.ts'
import { clockedArrivals } from '#core/workload/clocked-arrivals.ts'
import { beginningCount, beginningsOf } from '#core/workload/beginnings.ts'
import { assignLoraModules } from '#core/workload/lora-assignment.ts'
import { recordedOffsetsS } from '#core/workload/recorded-arrivals.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { SamplerSources } from './sampler.ts'
import { samplers } from './samplers.ts'
import { stoppable } from './stoppable-tokenizer.ts'

export type Workload = Schedule &
  Readonly<{
    requests: readonly SampledRequest[]
    /** The adapter each request asks for; null where all ask for the model. */
    loraModules: readonly string[] | null
  }>

/** Rejects with `dataset-invalid`, `tokenizer-unavailable`, `invalid-input` or `cancelled`. */
export async function prepareWorkload(
  config: BenchmarkConfig,
  { tokenizer, requestIdPrefix, signal }: Omit<SamplerSources, 'numpyRandom' | 'pythonRandom'>,
): Promise<Workload> {
  const numpyRandom = new NumpyRandomState(config.seed)
  const pythonRandom = new PythonRandom(config.seed)
  const { requestIds } = eraOf(config).workload
  const sample = await samplers[config.datasetName]()
  const sampled = await sample(config, {
    tokenizer: tokenizer && signal ? stoppable(tokenizer, signal) : tokenizer,
    requestIdPrefix,
    numpyRandom,
    pythonRandom,
    ...(signal && { signal }),
  })
  const requests = requestIds ? sampled : sampled.map(withoutId)
  const loraModules = loraModulesFor(config, requests, pythonRandom)
  return { requests, loraModules, ...scheduleFor(requests, config, numpyRandom) }
}

function scheduleFor(
  requests: readonly SampledRequest[],
  config: BenchmarkConfig,
  random: NumpyRandomState,
): Schedule {
  if (isSelfTimed(config)) return { offsetsS: recordedOffsetsS(requests), endS: 0 }
  const { schedule } = eraOf(config).workload
  const pattern = arrivalPatternOf(config)
  const durationS = clockedS(config)
  return durationS === null
    ? schedules[schedule](beginningCount(requests), pattern, random)
    : clockedArrivals(pattern, { durationS, schedule, random })
}

function loraModulesFor(
  { loraModules: modules, loraAssignment: assignment }: BenchmarkConfig,
  requests: readonly SampledRequest[],
  random: PythonRandom,
): Workload['loraModules'] {
  if (modules === null) return null
  const assigned = assignLoraModules(beginningCount(requests), { modules, assignment }, random)
  // A conversation stays with one, else no server could remember it.
  return Array.from(beginningsOf(requests), (beginning) => assigned[beginning] ?? '')
}

function withoutId(request: SampledRequest): SampledRequest {
  return { ...request, requestId: null }
}
