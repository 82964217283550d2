// Features' fields of the request record, one line per feature.
export { omniFields } from '#features/omni/core/stage-metrics.ts'
export { realtimeFields } from '#features/realtime/core/voice.ts'
