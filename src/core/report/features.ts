// Reports of features, one line per feature.
export { omniReports } from '#features/omni/core/stage-report.ts'
export { tuneReports } from '#features/tune/core/tune-story.ts'
