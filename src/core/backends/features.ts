// Backends of features, one line per feature.
export { omniBackends } from '#features/omni/core/backends.ts'
export { otherBackends } from '#features/other-backends/core/backends.ts'
export { poolingBackends } from '#features/pooling/core/backends.ts'
export { realtimeBackends } from '#features/realtime/core/backends.ts'
