// Commands of features, one line per feature.
export { mcp } from '#features/mcp/cli/feature.ts'
