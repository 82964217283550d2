// Launches of several servers behind a router, one line per feature.
export { pairLaunch } from '#features/disaggregation/core/pair-launch.ts'
