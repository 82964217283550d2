// From what was asked to the requests to send and when: datasets, lengths and arrival times, all from one seed.
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig, DatasetName } from '#core/model/benchmark-config.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { arrivalPatternOf } from '#core/workload/arrival-pattern.ts'
import { arrivalOffsetsS } from '#core/workload/arrivals.ts'
import { customRow, sampleRows, type CustomRow } from '#core/workload/custom.ts'
import { sampleRandomTexts, sampleRandomTokenIds } from '#core/workload/random-dataset.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { SampleOptions } from '#core/workload/sample-options.ts'
import { conversationOf, sampleConversations, type Conversation } from '#core/workload/sharegpt.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { invalidDataset } from './dataset-file.ts'
import { readJsonArray } from './json-array-file.ts'
import { readJsonLines } from './json-lines-file.ts'
import { stoppable } from './stoppable-tokenizer.ts'

export type Workload = Readonly<{
  requests: readonly SampledRequest[]
  /** When each request is to leave, in seconds from the start; ascending. */
  offsetsS: Float64Array
}>

export type WorkloadSources = Readonly<{
  /** Null where prompts are token ids, or where the config does without one. */
  tokenizer: Tokenizer | null
  /** Starts every request id. */
  requestIdPrefix: string
  signal?: AbortSignal
}>

type Sampler = (config: BenchmarkConfig, sources: WorkloadSources) => Promise<SampledRequest[]>

const samplers: Readonly<Record<DatasetName, Sampler>> = {
  random: sampleRandom,
  sharegpt: sampleShareGpt,
  custom: sampleCustom,
}

/** Rejects with `dataset-invalid`, `tokenizer-unavailable`, `invalid-input` or `cancelled`. */
export async function prepareWorkload(
  config: BenchmarkConfig,
  { tokenizer, requestIdPrefix, signal }: WorkloadSources,
): Promise<Workload> {
  const sources = {
    tokenizer: tokenizer && signal ? stoppable(tokenizer, signal) : tokenizer,
    requestIdPrefix,
    ...(signal && { signal }),
  }
  const requests = await samplers[config.datasetName](config, sources)
  const random = new NumpyRandomState(config.seed)
  return { requests, offsetsS: arrivalOffsetsS(requests.length, arrivalPatternOf(config), random) }
}

async function sampleRandom(
  config: BenchmarkConfig,
  { tokenizer, requestIdPrefix }: WorkloadSources,
): Promise<SampledRequest[]> {
  const ratio = config.randomRangeRatio
  const spec = {
    count: config.numPrompts,
    inputLen: config.inputLen ?? config.randomInputLen,
    outputLen: config.outputLen ?? config.randomOutputLen,
    rangeRatioIn: typeof ratio === 'number' ? ratio : ratio.input,
    rangeRatioOut: typeof ratio === 'number' ? ratio : ratio.output,
    prefixLen: config.randomPrefixLen,
    seed: config.seed,
    requestIdPrefix,
  }
  return config.promptTokenIds
    ? sampleRandomTokenIds(spec)
    : sampleRandomTexts(spec, needed(tokenizer, 'random'))
}

async function sampleShareGpt(
  config: BenchmarkConfig,
  sources: WorkloadSources,
): Promise<SampledRequest[]> {
  const tokenizer = needed(sources.tokenizer, 'sharegpt')
  const path = datasetPathOf(config)
  const conversations: Conversation[] = []
  for await (const { value, where } of readJsonArray(path, sources.signal)) {
    const conversation = conversationOf(value, where)
    if (conversation !== null) conversations.push(conversation)
  }
  const fixedOutputTokens = config.outputLen ?? config.sharegptOutputLen
  const options = { ...sampleOptions(config, sources), fixedOutputTokens }
  return notEmpty(await sampleConversations(conversations, options, tokenizer), {
    problem: `${path} has no conversation of usable length`,
    remedy: 'Prompts need 4 to 1024 tokens, prompt and answer together at most 2048.',
  })
}

async function sampleCustom(
  config: BenchmarkConfig,
  sources: WorkloadSources,
): Promise<SampledRequest[]> {
  const path = datasetPathOf(config)
  const outputLen = config.outputLen ?? config.customOutputLen
  const ownLengths = outputLen <= 0 && sources.tokenizer !== null
  const fixedOutputTokens = ownLengths ? null : outputLen
  const rows: CustomRow[] = []
  for await (const { value, where } of readJsonLines(path, sources.signal)) {
    rows.push(customRow(value, { where, fixedOutputTokens }))
  }
  notEmpty(rows, { problem: `${path} is empty`, remedy: 'Give it one JSON object per line.' })
  const options = { ...sampleOptions(config, sources), chatTemplate: !config.skipChatTemplate }
  return sampleRows(rows, options, sources.tokenizer)
}

function sampleOptions(
  config: BenchmarkConfig,
  { requestIdPrefix }: WorkloadSources,
): SampleOptions {
  return {
    count: config.numPrompts,
    seed: config.seed,
    shuffle: !config.disableShuffle,
    oversample: !config.noOversample,
    requestIdPrefix,
  }
}

function datasetPathOf({ datasetName, datasetPath }: BenchmarkConfig): string {
  if (datasetPath !== null) return datasetPath
  throw new AppError('invalid-input', `the ${datasetName} dataset is read from a file`, {
    field: 'datasetPath',
    remedy: 'Give its path with --dataset-path.',
  })
}

function needed(tokenizer: Tokenizer | null, dataset: DatasetName): Tokenizer {
  if (tokenizer !== null) return tokenizer
  throw new AppError('tokenizer-unavailable', `the ${dataset} dataset needs a tokenizer`, {
    field: 'skipTokenizerInit',
    remedy: 'Drop --skip-tokenizer-init; only the custom dataset can do without one.',
  })
}

function notEmpty<T>(items: T[], { problem, remedy }: { problem: string; remedy: string }): T[] {
  if (items.length === 0) throw invalidDataset(problem, remedy)
  return items
}
