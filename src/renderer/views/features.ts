// Views of features, one line per feature.
export { documentationViews } from '#features/documentation/renderer/feature.ts'
export { gateViews } from '#features/gate/renderer/gate-question.ts'
export { predictViews } from '#features/twin/renderer/feature.ts'
export { trendViews } from '#features/trend/renderer/feature.ts'
