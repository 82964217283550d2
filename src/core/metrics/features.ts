// Metrics of features: latencies, scalars and the sums that scalars are computed from. One line per feature.
export { energyMetrics } from '#features/energy/core/metrics.ts'
export { gatewayMetrics } from '#features/gateways/core/metrics.ts'
export { omniMetrics } from '#features/omni/core/metrics.ts'
export { poolingMetrics } from '#features/pooling/core/metrics.ts'
export { realtimeMetrics } from '#features/realtime/core/latencies.ts'
export { trajectoryMetrics } from '#features/agents/core/metrics.ts'
