// 功能自带参数的中文，每个功能一行。
export { openTelemetryFlagsZh } from '#features/opentelemetry/messages/messages-zh.ts'
export { podFlagsZh } from '#features/kubernetes-load/messages/messages-zh.ts'
export { jobFlagsZh } from '#features/slurm-load/messages/messages-zh.ts'
export { hubDatasetFlagsZh } from '#features/hub-datasets/messages/messages-zh.ts'
export { mediaDatasetFlagsZh } from '#features/media-datasets/messages/messages-zh.ts'
export { realtimeFlagsZh } from '#features/realtime/messages/messages-zh.ts'
export { pairFlagsZh } from '#features/disaggregation/messages/messages-zh.ts'
export { agentFlagsZh } from '#features/agents/messages/messages-zh.ts'
