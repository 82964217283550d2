// Features' English texts in the window, one line per feature; their Chinese is in src/features/*/messages/window-zh.ts.
export { decoding } from '#features/decoding/messages/window.ts'
export { pair } from '#features/disaggregation/messages/window.ts'
export { docs, glossary } from '#features/documentation/messages/window.ts'
export { gate } from '#features/gate/messages/window.ts'
export { predict } from '#features/twin/messages/window.ts'
export { record } from '#features/record/messages/window.ts'
export { trend } from '#features/trend/messages/window.ts'
export { tune } from '#features/tune/messages/window.ts'
