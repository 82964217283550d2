// Views of features, one line per feature.
export { predictView } from '#features/twin/renderer/feature.ts'
