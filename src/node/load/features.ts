// How a load is spread over several servers, one line per feature.
export { urlSpread } from '#features/gateways/node/url-spread.ts'
