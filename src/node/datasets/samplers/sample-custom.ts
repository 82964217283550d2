// The datasets custom and custom_audio: a user's own file with one JSON object per line.
import { customRow, sampleRows } from '#core/workload/datasets/custom.ts'
import {
  besideDataset,
  datasetPathOf,
  notEmpty,
  requireGoingOn,
  sampleOptions,
  type Sampler,
  type SamplerSources,
} from './sampler.ts'
import { audioRow, sampleAudioRows } from '#core/workload/datasets/custom-audio.ts'
import { audioPartOf, readRecording } from '../read-recording.ts'
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import type { RowContext } from '#core/workload/datasets/dataset-entry.ts'
import type { SampleOptions } from '#core/workload/sample-options.ts'
import { readEntries } from '../row-file.ts'

/** Prompts. */
export const sampleCustom: Sampler = async (config, sources) => {
  // Without a tokenizer every response has a limit of one token, whatever the rows specify.
  const lengths = sources.tokenizer === null ? { outputLen: 1 } : {}
  const rows = await readOwnRows({ ...config, ...lengths }, sources, customRow)
  const options = {
    ...ownOptions(config, sources),
    chatTemplate: !config.skipChatTemplate,
    templateVariables: config.chatTemplateKwargs,
  }
  return sampleRows(rows, options, sources.tokenizer)
}

/** Recordings, sent for transcription or in a chat. */
export const sampleCustomAudio: Sampler = async (config, sources) => {
  const rows = await readOwnRows(config, sources, audioRow)
  const options = { ...ownOptions(config, sources), asParts: config.enableMultimodalChat }
  return sampleAudioRows(rows, options, {
    tokenizer: sources.tokenizer,
    readRecording: async (path) => {
      requireGoingOn(sources)
      return readRecording(await besideDataset(path, datasetPathOf(config)))
    },
    audioPart: audioPartOf,
  })
}

export async function readOwnRows<Row>(
  config: BenchmarkConfig,
  { signal }: Pick<SamplerSources, 'signal'>,
  rowOf: (entry: unknown, context: RowContext) => Row,
): Promise<Row[]> {
  const path = datasetPathOf(config)
  const outputLen = config.outputLen ?? config.customOutputLen
  const fixedOutputTokens = outputLen > 0 ? outputLen : null
  const rows: Row[] = []
  for await (const { value, where } of readEntries(path, signal)) {
    rows.push(rowOf(value, { where, fixedOutputTokens }))
  }
  const remedy = message('workload.jsonLines')
  return notEmpty(rows, { problem: message('workload.empty', { path }), remedy })
}

export function ownOptions(config: BenchmarkConfig, sources: SamplerSources): SampleOptions {
  const options = sampleOptions(config, sources)
  return compatProfileOf(config).workload.customOrderIsFixed ? { ...options, seed: 0 } : options
}
