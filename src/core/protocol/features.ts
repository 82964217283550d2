// Requests and responses of features' backends, one line per feature.
export { omniApis } from '#features/omni/core/apis.ts'
export { otherApis } from '#features/other-backends/core/apis.ts'
export { poolingApis } from '#features/pooling/core/apis.ts'
export { realtimeApis } from '#features/realtime/core/apis.ts'
