// Jobs of features, one line per feature.
export { twinJobs } from '#features/twin/node/feature.ts'
