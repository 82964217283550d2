// How sweeps choose their settings during the sweep, one line per feature.
export { tunings } from '#features/tune/core/tunings.ts'
