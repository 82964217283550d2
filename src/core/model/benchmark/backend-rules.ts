// What some backends have no field for, and so cannot be asked, and what one cannot do without.
import { message } from '#core/messages/message.ts'
import { backendTraits } from './backend-traits.ts'
import type { BenchmarkRule } from './benchmark-rule.ts'
import { mediaFormOf } from './dataset-media.ts'
import { samplingParameterFields } from '#core/flags/sampling.ts'

export const backendRules: readonly BenchmarkRule[] = [
  ...samplingParameterFields.map((field): BenchmarkRule => ({
    field,
    broken: (config) => config[field] !== null && !backendTraits[config.backend].takesSampling,
    message: ({ backend }) => message('config.noSampling', { backend }),
  })),
  {
    field: 'ignoreEos',
    broken: ({ backend, ignoreEos }) => ignoreEos && !backendTraits[backend].takesIgnoreEos,
    message: ({ backend }) => message('config.noIgnoreEos', { backend }),
  },
  {
    field: 'loraModules',
    broken: ({ backend, loraModules }) =>
      loraModules !== null && !backendTraits[backend].namesModel,
    message: ({ backend }) => message('config.noAdapter', { backend }),
  },
  {
    field: 'datasetName',
    broken: (config) =>
      backendTraits[config.backend].takesMedia.includes('recording') &&
      mediaFormOf(config) !== 'recording',
    message: ({ backend }) => message('config.needsRecordings', { backend }),
  },
  {
    field: 'model',
    broken: ({ backend, model }) => model === null && !backendTraits[backend].listsModels,
    message: ({ backend }) => message('config.noModelList', { backend }),
  },
]
