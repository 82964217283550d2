// Flags of speech to synthesise, as the datasets of vLLM-Omni's client have it, and of image edits.
import { z } from 'zod'
import { type BackendChoice, mediaBackends } from '#core/backends/backend-traits.ts'
import {
  type DatasetChoice,
  type FeatureFlags,
  onOff,
  optionalText,
  shownLoad,
} from '#core/flags/flag.ts'
import { omniDatasets } from './datasets.ts'

const speechLocales = ['en', 'zh'] as const
export type SpeechLocale = (typeof speechLocales)[number]

const isSpeech = ({ datasetName }: DatasetChoice) => datasetName in omniDatasets
const ofSpeech = { affects: 'load', appliesTo: isSpeech } as const

export const omniFlags = {
  flags: {
    seedTtsLocale: {
      listedAfter: 'customOutputLen',
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
      listedAfter: 'seedTtsLocale',
      ...optionalText('DIR'),
      summary: 'Speech: folder that contains en and zh, instead of the dataset path.',
      label: 'Folder of the languages',
      ...ofSpeech,
    },
    seedTtsFileRefAudio: {
      listedAfter: 'seedTtsRoot',
      ...onOff,
      summary: 'Speech: send file:// addresses of recordings, which the server may read.',
      label: 'Send addresses of recordings',
      ...ofSpeech,
    },
    seedTtsSystemPrompt: {
      listedAfter: 'seedTtsFileRefAudio',
      ...optionalText('TEXT'),
      summary: 'Speech by chat: system prompt, instead of that of vLLM-Omni.',
      label: 'System prompt',
      ...ofSpeech,
    },
    imageEditsBotTask: {
      listedAfter: 'randomMmBucketConfig',
      schema: z.string().min(1).default('think'),
      metavar: 'TEXT',
      summary:
        'Image edits: bot_task of each request, unless --extra-body has one; null there sends none.',
      label: 'Task of image edits',
      knownTo: 'kneepoint',
      affects: 'load',
      appliesTo: ({ backend }: BackendChoice) => backend === 'openai-image-edits-omni',
    },
  },
  reportFlags: {
    printStage: {
      listedAfter: 'goodput',
      ...onOff,
      summary: 'Report each stage of the pipeline of vLLM-Omni, as far as its responses report it.',
      difference:
        'Also in the result file (per_stage_metrics). Chunks of internal stages are reported without ttfc, tpoc or icl in --percentile-metrics.',
      label: 'Stages of the pipeline',
      knownTo: 'kneepoint',
      appliesTo: ({ backend }: BackendChoice) => mediaBackends.includes(backend),
    },
  },
} as const satisfies FeatureFlags
