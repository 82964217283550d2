// Reports of trajectories, in place of those of conversations, one line per feature.
export { trajectoryReport } from '#features/agents/core/agent-report.ts'
