// Rules and sentences of features' reasons against runs, one line per feature.
export { urlJudgement } from '#features/gateways/core/target-rules.ts'
