// Parts of a run's summary that features compute, one line per feature.
export { agentSummary } from '#features/agents/core/agent-tally.ts'
export { gatewaySummary } from '#features/gateways/core/target-summaries.ts'
export { omniSummary } from '#features/omni/core/stage-summaries.ts'
