// Senders of load, one line per feature.
export { podLoad } from '#features/kubernetes-load/node/feature.ts'
