// Rules that make a benchmark invalid: rules of each flag, and combinations of backend, dataset and client that do not work.
import type { FlagRule } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { backendTraits, isPooling } from '#core/backends/backend-traits.ts'
import {
  benchmarkFlags,
  type BenchmarkConfig,
  type BenchmarkField,
} from '#core/flags/benchmark-fields.ts'
import { datasetTraits, isSpeechDataset, mediaFormOf } from '#core/traits/dataset-traits.ts'
import { hubDatasetOf } from '#core/traits/hub-datasets.ts'

export type BenchmarkRule = FlagRule<BenchmarkConfig> & Readonly<{ field: BenchmarkField }>

const backendsFor = {
  parts: message('config.mediaChat'),
  recording: message('config.recordingsAudio'),
}

function holdsConversations({ datasetName }: BenchmarkConfig): boolean {
  return datasetTraits[datasetName].holdsConversations
}

/** Backends that accept speech datasets. */
const speechBackends: readonly BenchmarkConfig['backend'][] = [
  'openai-audio-speech',
  'openai-chat-omni',
]

/** The form offers only datasets that satisfy these. */
export const pairRules: readonly BenchmarkRule[] = [
  {
    field: 'datasetName',
    broken: (config) =>
      backendTraits[config.backend].takesMedia.includes('recording') &&
      mediaFormOf(config) !== 'recording',
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
    broken: (config) =>
      config.datasetName === 'hf' &&
      hubDatasetOf(config)?.format === 'function-calls' &&
      config.backend !== 'openai-chat',
    message: message('config.hubFunctions'),
  },
  {
    field: 'backend',
    broken: (config) => {
      const form = mediaFormOf(config)
      return form !== null && !backendTraits[config.backend].takesMedia.includes(form)
    },
    message: (config) => backendsFor[mediaFormOf(config) ?? 'parts'],
  },
  {
    field: 'backend',
    broken: ({ datasetName, backend }) =>
      isSpeechDataset(datasetName) && !speechBackends.includes(backend),
    message: message('config.speechBackend'),
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
    broken: (config) =>
      isPooling(config) &&
      compatProfileOf(config).pooling?.backends.includes(config.backend) !== true,
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
