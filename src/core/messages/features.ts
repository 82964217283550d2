// Messages of features, one line per feature.
export { foreignResultsMessages } from '#features/foreign-results/messages/messages.ts'
export { gateMessages } from '#features/gate/messages/messages.ts'
export { kubernetesLoadMessages } from '#features/kubernetes-load/messages/messages.ts'
export { mcpMessages } from '#features/mcp/messages/messages.ts'
export { mlperfMessages } from '#features/mlperf/messages/messages.ts'
export { poolingMessages } from '#features/pooling/messages/messages.ts'
export { slurmLoadMessages } from '#features/slurm-load/messages/messages.ts'
export { twinMessages } from '#features/twin/messages/messages.ts'
