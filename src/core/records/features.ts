// Features' fields of the request record, one line per feature.
export { realtimeFields } from '#features/realtime/core/voice.ts'
