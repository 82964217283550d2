// Parts of a run's summary that features add, and reasons against runs, one line per feature.
export { gpuEnergySummary } from '#features/energy/core/gpu-energy.ts'
export { trajectorySummary } from '#features/agents/core/agent-summary.ts'
export { urlSummary } from '#features/gateways/core/target-summary.ts'
export { vllmOmniSummary } from '#features/omni/core/stage-summary.ts'
