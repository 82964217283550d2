// Parts of a run's summary that features compute, one line per feature.
export { omniSummary } from '#features/omni/core/stage-summaries.ts'
