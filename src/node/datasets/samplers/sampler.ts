// What every dataset's sampler is given, and what samplers that read files have in common.
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { PythonRandom } from '#core/random/python-random.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { SampleOptions } from '#core/workload/sample-options.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { invalidDataset } from '../dataset-file.ts'

export type SamplerSources = Readonly<{
  /** Null where prompts are token ids, or where the config does without one. */
  tokenizer: Tokenizer | null
  /** Starts every request id. */
  requestIdPrefix: string
  /** Freshly seeded; arrival times go on from wherever the dataset leaves it. */
  numpyRandom: NumpyRandomState
  /** The same of CPython's generator; LoRA adapters are drawn from where the dataset leaves it. */
  pythonRandom: PythonRandom
  signal?: AbortSignal
}>

/** Rejects with `dataset-invalid`, `tokenizer-unavailable`, `invalid-input` or `cancelled`. */
export type Sampler = (
  config: BenchmarkConfig,
  sources: SamplerSources,
) => Promise<SampledRequest[]>

export function sampleOptions(
  config: BenchmarkConfig,
  { requestIdPrefix, pythonRandom }: Pick<SamplerSources, 'requestIdPrefix' | 'pythonRandom'>,
): SampleOptions {
  return {
    count: config.numPrompts,
    seed: config.seed,
    shuffle: !config.disableShuffle,
    repeats: config.noOversample ? 'none' : compatProfileOf(config).workload.repeats,
    requestIdPrefix,
    random: pythonRandom,
  }
}

export function datasetPathOf({ datasetName, datasetPath }: BenchmarkConfig): string {
  if (datasetPath !== null) return datasetPath
  throw new AppError('invalid-input', message('workload.pathNeeded', { name: datasetName }), {
    field: 'datasetPath',
    remedy: message('workload.pathNeeded.remedy'),
  })
}

export function neededTokenizer(
  { tokenizer }: Pick<SamplerSources, 'tokenizer'>,
  { datasetName }: BenchmarkConfig,
): Tokenizer {
  if (tokenizer !== null) return tokenizer
  throw new AppError(
    'tokenizer-unavailable',
    message('workload.tokenizerNeeded', { name: datasetName }),
    {
      field: 'skipTokenizerInit',
      remedy: message('workload.tokenizerNeeded.remedy'),
    },
  )
}

export function requireGoingOn({ signal }: Pick<SamplerSources, 'signal'>): void {
  if (signal?.aborted) throw new AppError('cancelled', message('workload.preparingCancelled'))
}

export function notEmpty<T>(
  items: T[],
  { problem, remedy }: Readonly<{ problem: Text; remedy: Text }>,
): T[] {
  if (items.length === 0) throw invalidDataset(problem, remedy)
  return items
}
