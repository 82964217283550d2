// Pages and figures of features about stored runs, one line per feature.
export { energyOfRun } from '#features/energy/renderer/feature.ts'
export { trendOfRun } from '#features/trend/renderer/feature.ts'
