import type { Samplers } from '#node/datasets/samplers/sampler.ts'
import type { SpeechDataset } from '#features/omni/core/datasets.ts'

const speech = (dataset: SpeechDataset) => async () =>
  (await import('./sample-speech.ts')).speechSampler(dataset)

export const omniSamplers = {
  'seed-tts': speech('seed-tts'),
  'seed-tts-text': speech('seed-tts-text'),
  'seed-tts-design': speech('seed-tts-design'),
  ttsd: speech('ttsd'),
  'sound-effect': speech('sound-effect'),
} satisfies Samplers
