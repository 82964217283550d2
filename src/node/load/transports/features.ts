// Connections for features' protocols, one line per feature.
export { omniConnections } from '#features/omni/node/polled-connection.ts'
export { realtimeConnections } from '#features/realtime/node/realtime-connection.ts'
