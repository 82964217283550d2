// Datasets of features, one line per feature.
export { agentDatasets } from '#features/agents/core/datasets.ts'
export { hubDatasets } from '#features/hub-datasets/core/datasets.ts'
export { mediaDatasets } from '#features/media-datasets/core/datasets.ts'
export { omniDatasets } from '#features/omni/core/datasets.ts'
