// What some backends have no field for, and so cannot be asked.
import { backendTraits } from './backend-traits.ts'
import type { BenchmarkRule } from './benchmark-rules.ts'
import { samplingParameterFields } from './fields/sampling-fields.ts'

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
    field: 'model',
    broken: ({ backend, model }) => model === null && !backendTraits[backend].listsModels,
    message: ({ backend }) => `a ${backend} server does not tell what it serves; name the model`,
  },
]
