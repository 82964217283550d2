// Texts of features in the window, one line per feature.
export { predictTexts as predict } from '#features/twin/messages/window.ts'
