// Parts of a run's summary that features compute, one line per feature.
export { gatewaySummary } from '#features/gateways/core/target-summaries.ts'
export { omniSummary } from '#features/omni/core/stage-summaries.ts'
