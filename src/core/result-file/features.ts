// Readers of other benchmarks' files, one line per feature.
export { foreignFiles } from '#features/foreign-results/core/feature.ts'
