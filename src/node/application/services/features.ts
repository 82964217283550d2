// Services of features, one line per feature.
export { gateServices } from '#features/gate/node/feature.ts'
export { recordServices } from '#features/record/node/feature.ts'
