// Rules that make a benchmark invalid: rules of each flag, and combinations of backend, dataset and client that do not work.
import { type FlagRule, holdsConversations } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import { compatProfileOf, lacksBackend } from '#core/compat/compat-profile-of.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'
import {
  benchmarkFlags,
  type BenchmarkConfig,
  type BenchmarkField,
} from '#core/flags/benchmark-fields.ts'
import { datasetTraits, datasetTraitsOf } from '#core/traits/dataset-traits.ts'

export type BenchmarkRule = FlagRule<BenchmarkConfig> & Readonly<{ field: BenchmarkField }>

const backendsFor = {
  parts: message('config.mediaChat'),
  recording: message('config.recordingsAudio'),
}

/** The form offers only datasets that satisfy these. */
export const pairRules: readonly BenchmarkRule[] = [
  {
    field: 'datasetName',
    broken: (config) =>
      backendTraits[config.backend].takesMedia.includes('recording') &&
      datasetTraitsOf(config).media !== 'recording',
    message: ({ backend }) => message('config.needsRecordings', { backend }),
  },
  {
    field: 'backend',
    broken: ({ datasetName, backend }) =>
      datasetName === 'timed_trace' && !backendTraits[backend].takesTokenIds,
    message: message('config.traceTokenIds'),
  },
  {
    field: 'datasetName',
    broken: ({ datasetName, backend }) =>
      datasetTraits[datasetName].ranksDocuments && !backendTraits[backend].takesBatches,
    message: message('config.rerankBackend'),
  },
  {
    field: 'datasetName',
    broken: ({ datasetName, backend }) =>
      backendTraits[backend].ranksDocuments && !datasetTraits[datasetName].ranksDocuments,
    message: message('config.rerankDataset'),
  },
  {
    field: 'backend',
    broken: (config) => datasetTraitsOf(config).only?.backends.includes(config.backend) === false,
    message: (config) => datasetTraitsOf(config).only?.message ?? backendsFor.parts,
  },
  {
    field: 'backend',
    broken: (config) => {
      const { media } = datasetTraitsOf(config)
      return media !== null && !backendTraits[config.backend].takesMedia.includes(media)
    },
    message: (config) => backendsFor[datasetTraitsOf(config).media ?? 'parts'],
  },
  {
    field: 'backend',
    broken: (config) =>
      holdsConversations(config) && !backendTraits[config.backend].takesConversations,
    message: message('config.conversationsChat'),
  },
  {
    field: 'backend',
    broken: ({ datasetName, backend }) =>
      datasetTraits[datasetName].holdsTrajectories && !backendTraits[backend].takesToolMessages,
    message: message('config.agentsChat'),
  },
]

/** Limits of earlier clients. */
const clientRules: readonly BenchmarkRule[] = [
  {
    field: 'compat',
    broken: lacksBackend,
    message: ({ backend }) => message('config.profileWithoutBackend', { backend }),
  },
  {
    field: 'compat',
    broken: (config) =>
      holdsConversations(config) && compatProfileOf(config).requests.chatContent === 'text',
    message: message('config.profileWithoutConversations'),
  },
]

export const benchmarkRules: readonly BenchmarkRule[] = [
  ...pairRules,
  ...benchmarkFlags.flatMap(({ field, rules = [] }) =>
    [rules].flat().map((rule) => ({ ...rule, field: (rule.field ?? field) as BenchmarkField })),
  ),
  ...clientRules,
]
