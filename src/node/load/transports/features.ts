// Connections for features' protocols, one line per feature.
export { realtimeConnections } from '#features/realtime/node/realtime-connection.ts'
