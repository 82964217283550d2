import type { Samplers } from '#node/datasets/samplers/sampler.ts'

export const mediaSamplers = {
  'random-mm': async () => (await import('./sample-random-mm.ts')).sampleRandomMm,
  custom_image: async () => (await import('./sample-custom-image.ts')).sampleCustomImage,
} satisfies Samplers
