// Latencies of features, one line per feature.
export { realtimeLatencies } from '#features/realtime/core/latencies.ts'
