// Question forms of features, one line per feature.
export { gateForm } from '#features/gate/renderer/question.ts'
export { tuneForm } from '#features/tune/renderer/question.ts'
