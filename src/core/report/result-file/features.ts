// Reports that features write for trajectories instead of conversations, one line per feature.
export { trajectoryReport } from '#features/agents/core/agent-report.ts'
