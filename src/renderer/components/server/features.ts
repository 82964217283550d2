// Links and sections of features on the page of a server, one line per feature.
export { predictOnServer } from '#features/twin/renderer/feature.ts'
export { recordOnServer } from '#features/record/renderer/feature.ts'
