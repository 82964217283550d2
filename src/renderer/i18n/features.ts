// Texts of features in the window, one line per feature.
export { gateTexts as gate } from '#features/gate/messages/window.ts'
export { predictTexts as predict } from '#features/twin/messages/window.ts'
