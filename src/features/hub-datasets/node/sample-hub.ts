// The hf dataset: a Hub dataset that the original client supports, from the Hub or a local copy.
import { inEnglish, message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import {
  interleaved,
  sampleFunctionCalls,
  usualCategories,
} from '#features/hub-datasets/core/function-calls.ts'
import type { MediaPart } from '#core/workload/message-content.ts'
import { hubFormats, type PromptFormatName } from '#features/hub-datasets/core/hub-formats.ts'
import type { HubPrompt, ImageSource } from '#features/hub-datasets/core/hub-row.ts'
import { sampleHubRows } from '#features/hub-datasets/core/sample-hub-rows.ts'
import {
  sampleSpeech,
  soundByPath,
  soundInRow,
  type SoundSource,
} from '#features/hub-datasets/core/speech.ts'
import type { AudioFile, SampledRequest } from '#core/workload/sampled-request.ts'
import { appError } from '#core/model/app-error.ts'
import { type HubDataset, hubDatasetOf, hubIdOf } from '#features/hub-datasets/core/hub-datasets.ts'
import { invalidDataset } from '#node/datasets/dataset-file.ts'
import { readJson } from '#node/datasets/json-file.ts'
import {
  besideDataset,
  datasetPathOf,
  neededTokenizer,
  notEmpty,
  requireGoingOn,
  sampleOptions,
  type Sampler,
} from '#node/datasets/samplers/sampler.ts'
import type { DatasetSource } from '#node/datasets/dataset-source.ts'
import { type HubSampler, openHub, rowsOf } from './hub-sampler.ts'
import { imageUrl, mediaAddress } from '#node/datasets/media-address.ts'
import { readRecording, recordingOf } from '#node/datasets/read-recording.ts'

// The Berkeley Function Calling Leaderboard: one file of rows for each category.
const sampleHubFunctionCalls: HubSampler = async (config, sources, dataset) => {
  const source = await openHub(config, sources)
  const lists: unknown[][] = []
  for (const category of categoriesOf(config)) {
    const rows: unknown[] = []
    const path = await source.locate(fileOf(category, source))
    for await (const { value } of readJson(path, sources.signal)) rows.push(value)
    lists.push(rows)
  }
  const outputTokens = config.outputLen ?? config.hfOutputLen ?? dataset.outputTokens ?? 1
  const options = { ...sampleOptions(config, sources), outputTokens }
  return sampleFunctionCalls(interleaved(lists), options, neededTokenizer(sources, config))
}

function categoriesOf({ bfclCategories }: BenchmarkConfig): readonly string[] {
  const named = (bfclCategories ?? '').split(',').map((category) => category.trim())
  const wanted = named.filter((category) => category !== '')
  return wanted.length > 0 ? wanted : usualCategories
}

function fileOf(category: string, { paths }: DatasetSource): string {
  const pattern = /^BFCL_v\d+_(.*)\.json$/
  const file = paths.find((path) => pattern.exec(path)?.[1] === category)
  if (file !== undefined) return file
  const known = paths.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  throw invalidDataset(
    message('workload.noBfclFile', { file: category }),
    known.length > 0
      ? message('workload.bfclCategories', { categories: known.join(', ') })
      : message('workload.bfclFolder'),
  )
}

// Hub datasets with a prompt per row, some with answers, images or videos.
const sampleHubPrompts: HubSampler = async (config, sources, dataset) => {
  const source = await openHub(config, sources)
  const options = {
    ...sampleOptions(config, sources),
    format: hubFormats[dataset.format as PromptFormatName],
    outputTokens: config.outputLen ?? config.hfOutputLen ?? dataset.outputTokens,
    skipsTemplate: config.skipChatTemplate,
    asMessages: config.enableMultimodalChat,
    leastDistance: config.blazeditMinDistance,
    mostDistance: config.blazeditMaxDistance,
  }
  return sampleHubRows(rowsOf(source, config, dataset, sources), options, {
    tokenizer: neededTokenizer(sources, config),
    mediaOf: async (prompt) => {
      requireGoingOn(sources)
      return mediaOf(prompt, source.folder)
    },
  })
}

function mediaOf(
  { image, video }: HubPrompt,
  folder: string | null,
): Promise<readonly MediaPart[]> {
  return Promise.resolve([
    ...(image === undefined ? [] : [imagePart(image)]),
    ...(video === undefined ? [] : [videoPart(video, folder)]),
  ])
}

function imagePart(image: ImageSource): MediaPart {
  const url =
    typeof image === 'string'
      ? mediaAddress(image)
      : imageUrl(image, inEnglish(message('workload.image')))
  return { type: 'image_url', image_url: { url } }
}

/** Videos of the Hub are local if the dataset is a local copy. */
function videoPart(video: string, folder: string | null): MediaPart {
  const [, path] = /\/datasets\/[^/]+\/[^/]+\/resolve\/[^/]+\/(.*)/.exec(video) ?? []
  const address = folder !== null && path !== undefined ? `${folder}/${path}` : video
  return { type: 'video_url', video_url: { url: mediaAddress(address) } }
}

// Hub datasets of recorded speech: inside the rows, or as separate files.
const sampleHubSpeech: HubSampler = async (config, sources, dataset) => {
  const source = await openHub(config, sources)
  const options = {
    ...sampleOptions(config, sources),
    outputTokens: config.outputLen ?? config.hfOutputLen ?? dataset.outputTokens ?? 1,
    leastSeconds: config.asrMinAudioLenSec,
    mostSeconds: config.asrMaxAudioLenSec === 'inf' ? Infinity : config.asrMaxAudioLenSec,
    tokenizerName: config.tokenizer ?? config.model ?? '',
    soundOf: dataset.format === 'speech-by-path' ? soundByPath : soundInRow,
  }
  return sampleSpeech(rowsOf(source, config, dataset, sources), options, {
    tokenizer: neededTokenizer(sources, config),
    recordingOf: (sound) => {
      requireGoingOn(sources)
      return recordingIn(sound, source, datasetPathOf(config))
    },
  })
}

async function recordingIn(
  sound: SoundSource,
  source: DatasetSource,
  datasetPath: string,
): Promise<AudioFile> {
  if (typeof sound !== 'string') return recordingOf(sound.bytes, sound.path ?? 'audio')
  if (source.paths.includes(sound)) return readRecording(await source.locate(sound))
  return readRecording(await besideDataset(sound, datasetPath))
}

const samplers: Readonly<Partial<Record<HubDataset['format'], HubSampler>>> = {
  speech: sampleHubSpeech,
  'speech-by-path': sampleHubSpeech,
  'function-calls': sampleHubFunctionCalls,
}

export const sampleHub: Sampler = async (config, sources) => {
  const dataset = knownDataset(config)
  const sample = samplers[dataset.format] ?? sampleHubPrompts
  return notEmpty<SampledRequest>(await sample(config, sources, dataset), {
    problem: message('workload.noUsableRow', { id: hubIdOf(config) }),
    remedy: message('workload.noUsableRow.remedy'),
  })
}

function knownDataset(config: BenchmarkConfig): HubDataset {
  const dataset = hubDatasetOf(config)
  if (dataset !== null) return dataset
  throw appError(
    'invalid-input',
    'workload.unknownDataset',
    { id: hubIdOf(config) },
    { field: 'hfName' },
  )
}
