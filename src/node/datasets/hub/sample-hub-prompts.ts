// Datasets of the hub whose rows are prompts, with answers, images or videos perhaps.
import { inEnglish, message } from '#core/messages/message.ts'
import type { MediaPart } from '#core/workload/message-content.ts'
import { hubFormats, type PromptFormatName } from '#core/workload/hub/hub-formats.ts'
import type { HubPrompt, ImageSource } from '#core/workload/hub/hub-row.ts'
import { sampleHubRows } from '#core/workload/hub/sample-hub-rows.ts'
import { mediaAddress } from '../media-address.ts'
import { imageUrl } from '../load-image.ts'
import { neededTokenizer, requireGoingOn, sampleOptions } from '../samplers/sampler.ts'
import { openHub, rowsOf, type HubSampler } from './hub-sampler.ts'

export const sampleHubPrompts: HubSampler = async (config, sources, dataset) => {
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

/** Videos of the Hub are local where a copy of the dataset is. */
function videoPart(video: string, folder: string | null): MediaPart {
  const [, path] = /\/datasets\/[^/]+\/[^/]+\/resolve\/[^/]+\/(.*)/.exec(video) ?? []
  const address = folder !== null && path !== undefined ? `${folder}/${path}` : video
  return { type: 'video_url', video_url: { url: mediaAddress(address) } }
}
