// Questions with forms from features, one line per feature.
export { gateQuestion } from '#features/gate/renderer/gate-question.ts'
export { tuneQuestion } from '#features/tune/renderer/tune-draft.ts'
