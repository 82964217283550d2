// Parts of runs, such as the servers that shared a load, one line per feature.
export { urlPart } from '#features/gateways/core/target-table.ts'
