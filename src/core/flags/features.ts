// Flags of features: senders of load in the order of the help, and additions to groups and commands. One line per feature.
export { jobSender } from '#features/slurm-load/core/load-job.ts'
export { openTelemetryFlags } from '#features/opentelemetry/core/flags.ts'
export { podSender } from '#features/kubernetes-load/core/load-pods.ts'
export { hubDatasetFlags } from '#features/hub-datasets/core/flags.ts'
export { mediaDatasetFlags } from '#features/media-datasets/core/flags.ts'
export { realtimeFlags } from '#features/realtime/core/flags.ts'
export { pairFlags } from '#features/disaggregation/core/flags.ts'
export { agentFlags } from '#features/agents/core/flags.ts'
