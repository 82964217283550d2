// Calls about runs that features add, one line per feature; src/node/application/features.ts has their handlers.
export { trendCalls } from '#features/trend/contract/trend-calls.ts'
