// Parts of runs, such as the servers that shared a load, one line per feature.
export { gatewayPart } from '#features/gateways/core/target-table.ts'
export { omniPart } from '#features/omni/core/stage-report.ts'
