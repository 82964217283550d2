// Speech datasets of vLLM-Omni's client: texts that its servers speak.
import { message } from '#core/messages/message.ts'
import { type FeatureDatasets, recorded } from '#core/traits/dataset-rows.ts'

/** Applies to every speech dataset, because the client ignores the lengths that other dataset classes define. */
export const usualSpeechTokens = 2048

const speech = {
  ...recorded,
  lengths: 'hfOutputLen',
  usualOutputTokens: usualSpeechTokens,
  only: {
    backends: ['openai-audio-speech', 'openai-chat-omni'],
    message: message('config.speechBackend'),
  },
} as const

export const omniDatasets = {
  'seed-tts': { ...speech, listedAfter: 'agent_trace' },
  'seed-tts-text': speech,
  'seed-tts-design': speech,
  ttsd: speech,
  'sound-effect': speech,
} as const satisfies FeatureDatasets

export type SpeechDataset = keyof typeof omniDatasets
