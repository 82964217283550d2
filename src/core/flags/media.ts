// Images, videos and audio sent with the prompts.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import type { BackendChoice } from '#core/backends/backend-traits.ts'
import { type DatasetSettings, offersMessages } from '#core/traits/dataset-traits.ts'
import { type FlagRecords, onOff } from './flag.ts'

export const mediaFlags = {
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
} satisfies FlagRecords
