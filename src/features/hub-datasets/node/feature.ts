import type { Samplers } from '#node/datasets/samplers/sampler.ts'

export const hubSamplers = {
  hf: async () => (await import('./sample-hub.ts')).sampleHub,
} satisfies Samplers
