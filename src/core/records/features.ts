// Fields of the request record of features, one line per feature.
export { realtimeFields } from '#features/realtime/core/voice.ts'
