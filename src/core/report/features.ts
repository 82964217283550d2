// Reports of sweeps that choose their settings, one line per feature.
export { tuneReports } from '#features/tune/core/tune-story.ts'
