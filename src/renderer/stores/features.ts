// Names of features' questions, one line per feature; their forms and drafts are loaded with the composer.
export { gateQuestion } from '#features/gate/renderer/gate-question.ts'
export { tuneQuestion } from '#features/tune/renderer/tune-question.ts'
