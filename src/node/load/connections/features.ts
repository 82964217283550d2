// Ways to choose the server of a request, one line per feature.
export { targetChoices } from '#features/gateways/node/target-choices.ts'
