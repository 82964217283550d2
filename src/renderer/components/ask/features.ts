// Forms of questions of features, one line per feature.
export { gateForm } from '#features/gate/renderer/question.ts'
