// Answers of sweeps that choose their settings, one line per feature.
export { tuneAnswers } from '#features/tune/core/tune-text.ts'
