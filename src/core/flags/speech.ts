// Speech to make: the datasets of vLLM-Omni's client.
import { z } from 'zod'
import { isSpeechDataset } from '#core/traits/dataset-traits.ts'
import { type DatasetChoice, type FlagRecords, onOff, shownLoad } from './flag.ts'

const speechLocales = ['en', 'zh'] as const
export type SpeechLocale = (typeof speechLocales)[number]

const isSpeech = ({ datasetName }: DatasetChoice) => isSpeechDataset(datasetName)
const optionalText = z.string().min(1).nullable().default(null)

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
    schema: optionalText,
    metavar: 'DIR',
    summary: 'Speech: folder that contains en and zh, instead of the dataset path.',
    label: 'Folder of the languages',
    affects: 'load',
    appliesTo: isSpeech,
  },
  seedTtsFileRefAudio: {
    ...onOff,
    summary: 'Speech: send file:// addresses of recordings, which the server may read.',
    label: 'Send addresses of recordings',
    affects: 'load',
    appliesTo: isSpeech,
  },
  seedTtsSystemPrompt: {
    schema: optionalText,
    metavar: 'TEXT',
    summary: 'Speech by chat: system prompt, instead of that of vLLM-Omni.',
    label: 'System prompt',
    affects: 'load',
    appliesTo: isSpeech,
  },
} as const satisfies FlagRecords
