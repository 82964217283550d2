// Datasets with images and videos: generated, or from the user's own file.
import { type FeatureDatasets, made, recorded } from '#core/traits/dataset-rows.ts'

export const mediaDatasets = {
  /** Text tokens only, because an image's tokens depend on the model. */
  'random-mm': {
    ...made,
    listedAfter: 'random-rerank',
    lengths: 'random',
    ignoresEos: true,
    media: 'parts',
  },
  custom_image: {
    ...recorded,
    listedAfter: 'custom',
    lengths: 'customOutputLen',
    takesAllRows: true,
    media: 'parts',
  },
} as const satisfies FeatureDatasets
