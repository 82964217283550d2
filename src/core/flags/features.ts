// Senders of load in the order of the help, one line per feature.
export { jobSender } from '#features/slurm-load/core/load-job.ts'
export { podSender } from '#features/kubernetes-load/core/load-pods.ts'
