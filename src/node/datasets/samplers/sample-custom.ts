// The custom dataset: prompts of the user's own.
import { customRow, sampleRows } from '#core/workload/datasets/custom.ts'
import { ownOptions, readOwnRows } from '../own-rows.ts'
import { type Sampler, datasetPathOf, besideDataset, requireGoingOn } from './sampler.ts'
import { imageRow, sampleImageRows } from '#core/workload/datasets/custom-image.ts'
import { imageLoader, mediaAddress } from '../load-image.ts'
import { audioRow, sampleAudioRows } from '#core/workload/datasets/custom-audio.ts'
import { audioPartOf, readRecording } from '../read-recording.ts'

export const sampleCustom: Sampler = async (config, sources) => {
  // Without a tokenizer every answer is asked to be one token long, whatever the rows say.
  const lengths = sources.tokenizer === null ? { outputLen: 1 } : {}
  const rows = await readOwnRows({ ...config, ...lengths }, sources, customRow)
  const options = {
    ...ownOptions(config, sources),
    chatTemplate: !config.skipChatTemplate,
    templateVariables: config.chatTemplateKwargs,
  }
  return sampleRows(rows, options, sources.tokenizer)
}

// The custom_image dataset: custom prompts with images, which the server fetches by default.
export const sampleCustomImage: Sampler = async (config, sources) => {
  const rows = await readOwnRows(config, sources, imageRow)
  const options = { ...ownOptions(config, sources), asMessages: config.enableMultimodalChat }
  const addressOf = config.customEnsureClientSideData
    ? imageLoader(datasetPathOf(config), sources.signal)
    : (reference: string) => Promise.resolve(mediaAddress(reference))
  return sampleImageRows(rows, options, { tokenizer: sources.tokenizer, addressOf })
}

// The custom_audio dataset: recordings of the user's own, to be written down or heard in a chat.
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
