// Links of features beside the runs of a server, one line per feature.
export { predictLink } from '#features/twin/renderer/feature.ts'
