// The custom_audio dataset: recordings of the user's own, to be written down or heard in a chat.
import { audioRow, sampleAudioRows } from '#core/workload/datasets/custom-audio.ts'
import { audioPartOf, readRecording } from '../read-recording.ts'
import { ownOptions, readOwnRows } from '../own-rows.ts'
import { besideDataset, datasetPathOf, requireGoingOn, type Sampler } from './sampler.ts'

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
