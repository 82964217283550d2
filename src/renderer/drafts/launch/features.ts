// Ways to launch a server, one line per feature.
export { pairWay } from '#features/disaggregation/renderer/pair-way.ts'
