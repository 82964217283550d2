// One sampler per dataset.
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import type { DatasetName } from '#core/traits/dataset-traits.ts'
import * as features from './features.ts'
import type { Sampler, Samplers } from './sampler.ts'

const ownSamplers = {
  random: async () => (await import('./sample-random.ts')).sampleRandom,
  'random-rerank': async () => (await import('./sample-random.ts')).sampleRandomRerank,
  prefix_repetition: async () => (await import('./sample-random.ts')).samplePrefixRepetition,
  sonnet: async () => (await import('./sample-recorded.ts')).sampleSonnet,
  sharegpt: async () => (await import('./sample-recorded.ts')).sampleShareGpt,
  burstgpt: async () => (await import('./sample-recorded.ts')).sampleBurstGpt,
  spec_bench: async () => (await import('./sample-questions.ts')).sampleSpecBench,
  speed_bench: async () => (await import('./sample-questions.ts')).sampleSpeedBench,
  timed_trace: async () => (await import('./sample-timed-trace.ts')).sampleTimedTrace,
  'random-multi-turn': async () => (await import('./sample-multi-turn.ts')).sampleRandomMultiTurn,
  multi_turn: async () => (await import('./sample-multi-turn.ts')).sampleMultiTurn,
  custom: async () => (await import('./sample-custom.ts')).sampleCustom,
  custom_audio: async () => (await import('./sample-custom.ts')).sampleCustomAudio,
} satisfies Samplers

export const samplers: Readonly<Record<DatasetName, () => Promise<Sampler>>> = withFeatures(
  ownSamplers,
  features,
)
