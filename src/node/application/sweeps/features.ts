// Files and checks of sweeps that choose their settings, one line per feature.
export { tuneService } from '#features/tune/node/feature.ts'
