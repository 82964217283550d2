// Load senders, one line per feature.
export { jobLoad } from '#features/slurm-load/node/feature.ts'
export { podLoad } from '#features/kubernetes-load/node/feature.ts'
