// Speech to synthesise: the datasets of vLLM-Omni's client. It gives them the output length of datasets of the Hub.
import { z } from 'zod'
import {
  type DatasetSettings,
  datasetTraitsOf,
  isSpeechDataset,
} from '#core/traits/dataset-traits.ts'
import {
  type DatasetChoice,
  type FlagRecords,
  onOff,
  optionalCount,
  optionalText,
  shownLoad,
} from './flag.ts'

const speechLocales = ['en', 'zh'] as const
export type SpeechLocale = (typeof speechLocales)[number]

const isSpeech = ({ datasetName }: DatasetChoice) => isSpeechDataset(datasetName)
const ofSpeech = { affects: 'load', appliesTo: isSpeech } as const

export const speechFlags = {
  seedTtsLocale: {
    schema: z.enum(speechLocales).default('en'),
    kind: 'choice',
    metavar: 'NAME',
    choices: speechLocales,
    summary: 'Speech: folder of the dataset to read, by language.',
    label: 'Language',
    ...shownLoad,
    appliesTo: isSpeech,
  },
  seedTtsRoot: {
    ...optionalText('DIR'),
    summary: 'Speech: folder that contains en and zh, instead of the dataset path.',
    label: 'Folder of the languages',
    ...ofSpeech,
  },
  seedTtsFileRefAudio: {
    ...onOff,
    summary: 'Speech: send file:// addresses of recordings, which the server may read.',
    label: 'Send addresses of recordings',
    ...ofSpeech,
  },
  seedTtsSystemPrompt: {
    ...optionalText('TEXT'),
    summary: 'Speech by chat: system prompt, instead of that of vLLM-Omni.',
    label: 'System prompt',
    ...ofSpeech,
  },
  hfOutputLen: {
    ...optionalCount,
    unit: 'tokens',
    summary: 'Hub: tokens to generate; overrides the default of the dataset.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: (config: DatasetSettings) => datasetTraitsOf(config).takesHfOutputLen,
  },
} as const satisfies FlagRecords
