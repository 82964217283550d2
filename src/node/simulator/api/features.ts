// Routes of features in the simulator, one line per feature.
export { omniRoutes } from '#features/omni/node/routes.ts'
export { otherRoutes } from '#features/other-backends/node/routes.ts'
export { poolingRoutes } from '#features/pooling/node/routes.ts'
export { realtimeRoutes } from '#features/realtime/node/realtime-session.ts'
