// What some backends have no field for, and so cannot be asked, and what one cannot do without.
import { backendTraits } from './backend-traits.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { mediaFormOf } from './dataset-media.ts'
import { samplingParameterFields } from '../fields/sampling-fields.ts'

export const backendRules: readonly BenchmarkRule[] = [
  ...samplingParameterFields.map((field): BenchmarkRule => ({
    field,
    broken: (config) => config[field] !== null && !backendTraits[config.backend].takesSampling,
    message: ({ backend }) =>
      `${backend} is sent no sampling parameters; put what it knows into the extra body, or choose another backend`,
  })),
  {
    field: 'ignoreEos',
    broken: ({ backend, ignoreEos }) => ignoreEos && !backendTraits[backend].takesIgnoreEos,
    message: ({ backend }) => `${backend} always ends where the model ends; leave this off`,
  },
  {
    field: 'loraModules',
    broken: ({ backend, loraModules }) =>
      loraModules !== null && !backendTraits[backend].namesModel,
    message: ({ backend }) => `requests to ${backend} name no model, and so no adapter; drop it`,
  },
  {
    field: 'datasetName',
    broken: (config) =>
      backendTraits[config.backend].takesMedia.includes('recording') &&
      mediaFormOf(config) !== 'recording',
    message: ({ backend }) => `${backend} writes recordings down; choose a dataset of recordings`,
  },
  {
    field: 'model',
    broken: ({ backend, model }) => model === null && !backendTraits[backend].listsModels,
    message: ({ backend }) => `a ${backend} server does not tell what it serves; name the model`,
  },
]
