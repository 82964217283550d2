// Datasets and their properties for rules, form and requests. workload/ samples them.
import type { MediaForm } from '#core/backends/api-traits.ts'
import { type BackendName, backendTraits } from '#core/backends/backend-traits.ts'
import { type HubChoice, hubDatasetOf } from './hub-datasets.ts'
import type { CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'

/** Speech datasets of vLLM-Omni's client. */
const speechDatasets = [
  'seed-tts',
  'seed-tts-text',
  'seed-tts-design',
  'ttsd',
  'sound-effect',
] as const

export type SpeechDataset = (typeof speechDatasets)[number]

export const datasetNames = [
  'random',
  'random-rerank',
  'random-mm',
  'prefix_repetition',
  'sonnet',
  'sharegpt',
  'burstgpt',
  'spec_bench',
  'speed_bench',
  'timed_trace',
  'random-multi-turn',
  'multi_turn',
  'random-agent',
  'agent_trace',
  ...speechDatasets,
  'custom',
  'custom_image',
  'custom_audio',
  'hf',
] as const

export type DatasetName = (typeof datasetNames)[number]

export function isSpeechDataset(name: DatasetName): name is SpeechDataset {
  return speechDatasets.some((each) => each === name)
}

type DatasetTraits = Readonly<{
  /** Whether the user specifies its path. */
  path: 'none' | 'optional' | 'required'
  /** Its prompts consist of ids drawn from the tokenizer's vocabulary. */
  drawsFromVocabulary: boolean
  /** Requests set `ignore_eos`, because random prompts otherwise get responses of random length. */
  ignoresEos: boolean
  /** Some compatibility profiles check whether the server tokenizes prompts the same way. */
  isAligned: boolean
  /** A count of 0 uses every row. */
  takesAllRows: boolean
  /** Rows are shuffled, and repeated if there are too few. */
  hasRows: boolean
  /** `--output-len` replaces the length flag named after the dataset. */
  takesOutputLen: boolean
  /** Each request has its own send time. */
  hasOwnTimes: boolean
  /** Several prompts may go into one request. */
  takesBatchSize: boolean
  ranksDocuments: boolean
  /** Requests are turns of conversations, and the count is a number of conversations. */
  holdsConversations: boolean
  /** Conversations are agent trajectories: steps, tools, subagents. */
  holdsTrajectories: boolean
  /** The dataset's reader decides whether prompts use the model's chat template. */
  templateIsOptional: boolean
  takesTemplateVariables: boolean
}>

const made: DatasetTraits = {
  path: 'none',
  drawsFromVocabulary: true,
  ignoresEos: false,
  isAligned: false,
  takesAllRows: false,
  hasRows: false,
  takesOutputLen: true,
  hasOwnTimes: false,
  takesBatchSize: false,
  ranksDocuments: false,
  holdsConversations: false,
  holdsTrajectories: false,
  templateIsOptional: false,
  takesTemplateVariables: false,
}

const recorded: DatasetTraits = {
  ...made,
  path: 'required',
  drawsFromVocabulary: false,
  hasRows: true,
}

const ownPrompts: DatasetTraits = {
  ...recorded,
  takesAllRows: true,
  templateIsOptional: true,
  takesTemplateVariables: true,
}

export const datasetTraits: Readonly<Record<DatasetName, DatasetTraits>> = {
  random: { ...made, ignoresEos: true, isAligned: true, takesBatchSize: true },
  'random-rerank': { ...made, takesOutputLen: false, takesBatchSize: true, ranksDocuments: true },
  'random-mm': { ...made, ignoresEos: true },
  prefix_repetition: { ...made, isAligned: true },
  sonnet: { ...made, path: 'optional', drawsFromVocabulary: false, takesOutputLen: false },
  sharegpt: { ...recorded, path: 'optional' },
  burstgpt: { ...made, path: 'required', takesOutputLen: false },
  spec_bench: { ...recorded, takesAllRows: true },
  speed_bench: { ...ownPrompts, takesOutputLen: false },
  timed_trace: {
    ...made,
    path: 'required',
    ignoresEos: true,
    takesOutputLen: false,
    hasOwnTimes: true,
  },
  'random-multi-turn': { ...made, ignoresEos: true, holdsConversations: true },
  multi_turn: { ...recorded, takesAllRows: true, holdsConversations: true },
  'random-agent': {
    ...made,
    ignoresEos: true,
    holdsConversations: true,
    holdsTrajectories: true,
  },
  agent_trace: {
    ...recorded,
    // Traces of cache blocks and spans without content have no text of their own.
    drawsFromVocabulary: true,
    takesAllRows: true,
    holdsConversations: true,
    holdsTrajectories: true,
  },
  'seed-tts': recorded,
  'seed-tts-text': recorded,
  'seed-tts-design': recorded,
  ttsd: recorded,
  'sound-effect': recorded,
  custom: ownPrompts,
  custom_image: { ...recorded, takesAllRows: true },
  custom_audio: { ...recorded, takesAllRows: true },
  hf: recorded,
}

export type SelfTiming = Readonly<{ datasetName: DatasetName; selfTimed: boolean | null }>

/** Whether requests are sent at the times in their dataset; the default if it has them. */
export function isSelfTimed({ datasetName, selfTimed }: SelfTiming): boolean {
  return datasetTraits[datasetName].hasOwnTimes && selfTimed !== false
}

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

/** Null if requests contain only text. */
export function mediaFormOf(config: MediaChoice): MediaForm | null {
  return mediaForms[config.datasetName]?.(config) ?? null
}

/** Whether `--enable-multimodal-chat` has an effect. */
export function offersMessages(config: MediaChoice): boolean {
  return mediaFormOf({ ...config, enableMultimodalChat: true }) === 'parts'
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
