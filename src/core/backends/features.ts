// Backends of features, one line per feature, in the order of `--help`.
export { otherBackends } from '#features/other-backends/core/backends.ts'
export { poolingBackends } from '#features/pooling/core/backends.ts'
export { realtimeBackends } from '#features/realtime/core/backends.ts'
