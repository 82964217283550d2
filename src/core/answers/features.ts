// Answers of sweeps that choose their settings, and sentences about runs, one line per feature.
export { pairAnswers } from '#features/disaggregation/core/pool-notes.ts'
export { tuneAnswers } from '#features/tune/core/tune-text.ts'
