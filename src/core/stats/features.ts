// Benchmarks other than vLLM's, one line per feature.
export { measuringTools } from '#features/foreign-results/core/measuring-tools.ts'
