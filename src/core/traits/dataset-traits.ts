// Datasets and their properties for rules, form and requests. workload/ samples them.
import { type BackendName, backendTraits } from '#core/backends/backend-traits.ts'
import type { CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import {
  type DatasetTraits,
  type FeatureDatasets,
  made,
  ownPrompts,
  recorded,
} from './dataset-rows.ts'
import * as features from './features.ts'

const ownDatasets = {
  random: { ...made, lengths: 'random', ignoresEos: true, isAligned: true, takesBatchSize: true },
  'random-rerank': {
    ...made,
    lengths: 'random-documents',
    takesOutputLen: false,
    takesBatchSize: true,
    ranksDocuments: true,
  },
  prefix_repetition: { ...made, lengths: 'prefixes', isAligned: true },
  sonnet: {
    ...made,
    path: 'optional',
    lengths: 'sonnet',
    drawsFromVocabulary: false,
    takesOutputLen: false,
  },
  sharegpt: { ...recorded, path: 'optional', lengths: 'sharegptOutputLen' },
  burstgpt: { ...made, path: 'required', takesOutputLen: false },
  spec_bench: { ...recorded, lengths: 'specBenchOutputLen', takesAllRows: true },
  speed_bench: { ...ownPrompts, lengths: 'speedBenchOutputLen', takesOutputLen: false },
  timed_trace: {
    ...made,
    path: 'required',
    ignoresEos: true,
    takesOutputLen: false,
    hasOwnTimes: true,
  },
  'random-multi-turn': {
    ...made,
    lengths: 'random-conversations',
    ignoresEos: true,
    holdsConversations: true,
  },
  multi_turn: { ...recorded, takesAllRows: true, holdsConversations: true },
  custom: { ...ownPrompts, lengths: 'customOutputLen' },
  custom_audio: {
    ...recorded,
    lengths: 'customOutputLen',
    takesAllRows: true,
    chosen: ({ enableMultimodalChat }: Readonly<{ enableMultimodalChat: boolean }>) => ({
      media: enableMultimodalChat ? 'parts' : 'recording',
    }),
    choices: [{ enableMultimodalChat: true }],
  },
} as const satisfies FeatureDatasets

const datasets = withFeatures(ownDatasets, features)

export type DatasetName = keyof typeof datasets

/** By dataset, with any other settings. */
export const datasetTraits: Readonly<Record<DatasetName, DatasetTraits>> = datasets

/** Ordered as in `--help`. */
export const datasetNames = Object.keys(datasets) as readonly DatasetName[]

/** A benchmark's dataset, and the settings that its `chosen` reads. */
export type DatasetSettings = Readonly<{
  datasetName: DatasetName
  datasetPath: string | null
  enableMultimodalChat: boolean
}>

/** Traits of the dataset with the settings of the benchmark. */
export function datasetTraitsOf(config: DatasetSettings): DatasetTraits {
  const traits = datasetTraits[config.datasetName]
  return { ...traits, ...traits.chosen?.(config as never) }
}

export type SelfTiming = Readonly<{ datasetName: DatasetName; selfTimed: boolean | null }>

/** Whether requests are sent at the times in their dataset; the default if it has them. */
export function isSelfTimed({ datasetName, selfTimed }: SelfTiming): boolean {
  return datasetTraits[datasetName].hasOwnTimes && selfTimed !== false
}

/** Whether `--enable-multimodal-chat` has an effect. */
export function offersMessages(config: DatasetSettings): boolean {
  return datasetTraitsOf({ ...config, enableMultimodalChat: true }).media === 'parts'
}

export type LengthChoice = Readonly<{
  backend: BackendName
  datasetName: DatasetName
  ignoreEos: boolean
  compat: CompatProfileName
}>

/** True for random prompts by default, which would otherwise get outputs of random length; earlier clients accepted that. */
export function ignoresEos(config: LengthChoice): boolean {
  const unasked =
    datasetTraits[config.datasetName].ignoresEos &&
    backendTraits[config.backend].takesSampling &&
    backendTraits[config.backend].takesIgnoreEos &&
    compatProfileOf(config).workload.ignoresEos
  return config.ignoreEos || unasked
}
