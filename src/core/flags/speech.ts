// Speech to synthesise: the datasets of vLLM-Omni's client.
import { z } from 'zod'
import { isSpeechDataset } from '#core/traits/dataset-traits.ts'
import { type DatasetChoice, type FlagRecords, onOff, optionalText, shownLoad } from './flag.ts'

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
} as const satisfies FlagRecords
