// How sweeps choose their settings on the way, one line per feature.
export { tunings } from '#features/tune/core/tunings.ts'
