// Palette entries of features, one line per feature.
export { documentationPlaces } from '#features/documentation/renderer/feature.ts'
