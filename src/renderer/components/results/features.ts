// Groups of features in the list of results, one line per feature.
export { gateGroups } from '#features/gate/renderer/feature.ts'
