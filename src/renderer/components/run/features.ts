// Pages of features about stored runs, one line per feature.
export { trendOfRun } from '#features/trend/renderer/feature.ts'
