// Parts of a run's summary that features add, and reasons against runs, one line per feature.
export { urlSummary } from '#features/gateways/core/target-summary.ts'
