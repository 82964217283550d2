// Results of features, one line per feature.
export { gateResults } from '#features/gate/renderer/feature.ts'
