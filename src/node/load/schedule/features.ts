// Conduct of clients beyond sending each request once and reading its response to the end, one line per feature.
export { clientConduct } from '#features/gateways/node/client-conduct.ts'
