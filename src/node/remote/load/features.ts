// Load senders, one line per feature.
export { podLoad } from '#features/kubernetes-load/node/feature.ts'
export { jobLoad } from '#features/slurm-load/node/feature.ts'
