// Conduct of clients beyond sending each request once and reading its response to the end, one line per feature.
export { cancellation } from '#features/gateways/node/cancellation.ts'
