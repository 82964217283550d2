// Which datasets hold media, and in what form they are sent.
import type { MediaForm } from './backend-traits.ts'
import type { DatasetName } from './dataset-traits.ts'
import { hubDatasetOf, type HubChoice } from './hub-datasets.ts'

export type MediaChoice = HubChoice &
  Readonly<{ datasetName: DatasetName; enableMultimodalChat: boolean }>

const mediaForms: Readonly<
  Partial<Record<DatasetName, (config: MediaChoice) => MediaForm | null>>
> = {
  'random-mm': () => 'parts',
  custom_image: () => 'parts',
  custom_audio: ({ enableMultimodalChat }) => (enableMultimodalChat ? 'parts' : 'recording'),
  hf: (config) => hubDatasetOf(config)?.media ?? null,
}

/** Null where requests are text alone. */
export function mediaFormOf(config: MediaChoice): MediaForm | null {
  return mediaForms[config.datasetName]?.(config) ?? null
}

/** Whether `--enable-multimodal-chat` changes what is sent. */
export function offersMessages(config: MediaChoice): boolean {
  return mediaFormOf({ ...config, enableMultimodalChat: true }) === 'parts'
}
