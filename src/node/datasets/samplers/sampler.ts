// Inputs of every dataset's sampler, and helpers shared by samplers that read files.
import { access } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { readSequenceMix } from '#core/traits/sequence-mix.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { PythonRandom } from '#core/random/python-random.ts'
import type { KeepText } from '#core/workload/stored-text.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { SampleOptions } from '#core/workload/sample-options.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import type { RandomLengths } from '#core/workload/random/random-drawing.ts'
import { invalidDataset } from '../dataset-file.ts'

export type SamplerSources = Readonly<{
  /** Null if prompts are token ids, or the config needs no tokenizer. */
  tokenizer: Tokenizer | null
  /** Prefix of every request id. */
  requestIdPrefix: string
  /** Freshly seeded; arrival times are drawn after the dataset. */
  numpyRandom: NumpyRandomState
  /** CPython's generator, freshly seeded; LoRA adapters are drawn after the dataset. */
  pythonRandom: PythonRandom
  signal?: AbortSignal
  /** Keeps long prompts out of memory; default: all prompts stay in memory. */
  keepText?: KeepText
  /** Called for each prompt of a slow dataset. */
  onPrompt?: () => void
}>

/** Rejects with `dataset-invalid`, `tokenizer-unavailable`, `invalid-input` or `cancelled`. */
export type Sampler = (
  config: BenchmarkConfig,
  sources: SamplerSources,
) => Promise<SampledRequest[]>

/** Samplers by dataset, loaded on demand, because their dependencies differ. */
export type Samplers = Readonly<Record<string, () => Promise<Sampler>>>

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

export function datasetPathOf({ datasetName: name, datasetPath }: BenchmarkConfig): string {
  if (datasetPath !== null) return datasetPath
  throw appError('invalid-input', 'workload.pathNeeded', { name }, { field: 'datasetPath' })
}

export function neededTokenizer(
  { tokenizer }: Pick<SamplerSources, 'tokenizer'>,
  { datasetName: name }: BenchmarkConfig,
): Tokenizer {
  if (tokenizer !== null) return tokenizer
  const field = 'skipTokenizerInit'
  throw appError('tokenizer-unavailable', 'workload.tokenizerNeeded', { name }, { field })
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

// Path of a file referenced in a dataset: as given, or relative to the dataset if no such file exists.
export async function besideDataset(path: string, datasetPath: string): Promise<string> {
  if (isAbsolute(path) || (await isThere(path))) return path
  return resolve(dirname(datasetPath), path)
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

// Lengths based on the flags of the random datasets.
export function randomLengthsOf(config: BenchmarkConfig): RandomLengths {
  const ratio = config.randomRangeRatio
  return {
    count: config.numPrompts,
    inputLen: config.inputLen ?? config.randomInputLen,
    outputLen: config.outputLen ?? config.randomOutputLen,
    rangeRatioIn: typeof ratio === 'number' ? ratio : ratio.input,
    rangeRatioOut: typeof ratio === 'number' ? ratio : ratio.output,
    prefixLen: config.randomPrefixLen,
    mix: config.seqDist === null ? undefined : (readSequenceMix(config.seqDist) ?? undefined),
    seed: config.seed,
  }
}
