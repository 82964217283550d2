// Datasets of features, one line per feature.
export { mediaDatasets } from '#features/media-datasets/core/datasets.ts'
