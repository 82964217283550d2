// Commands of features, one line per feature.
export { gate } from '#features/gate/cli/feature.ts'
export { mcp } from '#features/mcp/cli/feature.ts'
export { mlperf } from '#features/mlperf/cli/feature.ts'
export { tune } from '#features/tune/cli/feature.ts'
export { twin } from '#features/twin/cli/feature.ts'
