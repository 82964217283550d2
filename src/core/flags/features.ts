// Flags of features: senders of load in the order of the help, and additions to groups. One line per feature.
export { jobSender } from '#features/slurm-load/core/load-job.ts'
export { podSender } from '#features/kubernetes-load/core/load-pods.ts'
export { realtimeFlags } from '#features/realtime/core/flags.ts'
