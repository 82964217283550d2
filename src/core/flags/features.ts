// Senders of load, one line per feature.
export { podSender } from '#features/kubernetes-load/core/load-pods.ts'
