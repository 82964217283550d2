// Tables of features about one run, one line per feature.
export { omniTables } from '#features/omni/core/stage-table.ts'
