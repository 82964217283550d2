// Speech to synthesise, as the datasets of vLLM-Omni's client have it, and images, videos and audio sent with the prompts.
import { z } from 'zod'
import type { BackendChoice } from '#core/backends/backend-traits.ts'
import { message } from '#core/messages/message.ts'
import {
  type DatasetSettings,
  datasetTraitsOf,
  isSpeechDataset,
  offersMessages,
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

export const mediaFlags = {
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
  enableMultimodalChat: {
    ...onOff,
    summary: 'Let the dataset build complete chat messages, including media.',
    label: 'Whole chat messages',
    affects: 'load',
    appliesTo: offersMessages,
    rules: {
      broken: (config: DatasetSettings) => config.enableMultimodalChat && !offersMessages(config),
      message: message('config.noMedia'),
    },
  },
  imageEditsBotTask: {
    schema: z.string().min(1).default('think'),
    metavar: 'TEXT',
    summary:
      'Image edits: bot_task of each request, unless --extra-body has one; null there sends none.',
    label: 'Task of image edits',
    knownTo: 'kneepoint',
    affects: 'load',
    appliesTo: ({ backend }: BackendChoice) => backend === 'openai-image-edits-omni',
  },
} as const satisfies FlagRecords
