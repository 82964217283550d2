// Places of features in the palette, one line per feature.
export { documentationPlaces } from '#features/documentation/renderer/feature.ts'
