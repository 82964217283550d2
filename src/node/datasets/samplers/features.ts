// Samplers of features' datasets, one line per feature.
export { mediaSamplers } from '#features/media-datasets/node/feature.ts'
