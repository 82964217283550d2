// Samplers of features' datasets, one line per feature.
export { agentSamplers } from '#features/agents/node/feature.ts'
export { hubSamplers } from '#features/hub-datasets/node/feature.ts'
export { mediaSamplers } from '#features/media-datasets/node/feature.ts'
export { omniSamplers } from '#features/omni/node/feature.ts'
