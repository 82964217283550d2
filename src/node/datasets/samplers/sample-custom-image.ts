// The custom_image dataset: custom prompts with images, which the server fetches by default.
import { imageRow, sampleImageRows } from '#core/workload/datasets/custom-image.ts'
import { imageLoader, mediaAddress } from '../load-image.ts'
import { ownOptions, readOwnRows } from '../own-rows.ts'
import { datasetPathOf, type Sampler } from './sampler.ts'

export const sampleCustomImage: Sampler = async (config, sources) => {
  const rows = await readOwnRows(config, sources, imageRow)
  const options = { ...ownOptions(config, sources), asMessages: config.enableMultimodalChat }
  const addressOf = config.customEnsureClientSideData
    ? imageLoader(datasetPathOf(config), sources.signal)
    : (reference: string) => Promise.resolve(mediaAddress(reference))
  return sampleImageRows(rows, options, { tokenizer: sources.tokenizer, addressOf })
}
