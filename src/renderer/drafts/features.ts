// Drafts of features' questions, one line per feature.
export { tuneDraft } from '#features/tune/renderer/tune-draft.ts'
