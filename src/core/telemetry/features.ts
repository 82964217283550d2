// Figures of features from the samples of a run, one line per feature.
export { gpuEnergy } from '#features/energy/core/energy-per-token.ts'
