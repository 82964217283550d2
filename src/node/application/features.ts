// Handlers of the calls about runs that features add, one line per feature.
export { trendHandlers } from '#features/trend/node/stored-trend.ts'
