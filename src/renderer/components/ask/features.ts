// Questions of features, one line per feature.
export { gateQuestion } from '#features/gate/renderer/question.ts'
