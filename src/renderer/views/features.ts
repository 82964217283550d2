// Views of features, one line per feature.
export { gateView } from '#features/gate/renderer/feature.ts'
export { predictView } from '#features/twin/renderer/feature.ts'
