// Addresses of servers as users type them: without a scheme, with a query, with the endpoint or /v1 at the end. Only
// this file parses them; all other code requests the URL of a path.
import { type Message, message } from '#core/messages/message.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'

type Parts = Readonly<{
  origin: string
  /** Base path of the server, without version and endpoint. */
  prefix: string
  /** `/v1` if the address has it. */
  version: string
  /** Endpoint within the version, if the address ends with one. */
  endpoint: string
  /** Query with its question mark, sent with every request. */
  query: string
}>

const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i
const isHttp = /^https?:/i
/** Scheme with too few slashes or no colon. */
const mistypedHttp = /^(https?)(?::\/*|\/\/)/i
const bareIpv6 = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*$/i

/** Normalises to a URL: trims blanks, adds `http://` and the brackets of an IPv6 address. */
export function spelledUrl(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const address = text.trim()
  if (address === '' || hasScheme.test(address)) return address
  if (mistypedHttp.test(address)) return address.replace(mistypedHttp, '$1://')
  if (bareIpv6.test(address)) return `http://[${address}]`
  if (!/^[\w.[\]:%-]+(\/|\?|#|$)/.test(address) || /^[a-z]+:(?!\d)/i.test(address)) return address
  return /^[^/?#]*:443([/?#]|$)/.test(address) ? `https://${address}` : `http://${address}`
}

/** Reason why an invalid address cannot be used; follows the name of its flag. */
export function urlProblem(text: unknown): Message {
  const address = typeof text === 'string' ? text.trim() : ''
  if (hasScheme.test(address) && !isHttp.test(address)) return message('address.scheme')
  if (/\[?[0-9a-f:]+%/i.test(address)) return message('address.zone')
  if (/^https?:\/\/[0-9a-f]*:[0-9a-f]*:/i.test(address)) return message('address.brackets')
  if (/\s/.test(address)) return message('address.blank')
  const port = /^https?:\/\/[^/?#]*:(\d+)([/?#]|$)/i.exec(address)?.[1]
  if (port !== undefined && Number(port) > 65_535) return message('address.port', { port })
  return message('address.form')
}

export function hasPortZero(url: string): boolean {
  return /^[^/?#]*\/\/[^/?#]*:0+([/?#]|$)/.test(url)
}

/** Host name in any script, or an IPv4 or IPv6 address. */
const hostForm = /^(\[?[0-9a-f:.]*:[0-9a-f:.]*\]?|[\p{L}\p{N}_.-]+)$/iu

/** Reason why a host is invalid; null for names and addresses. */
export function hostProblem(host: string): Message | null {
  if (hasScheme.test(host)) return message('address.hostIsUrl', { url: host })
  if (/\s/.test(host)) return message('address.hostBlank')
  const [, name, port] = /^(\[.*\]|[^:/]+):(\d+)$/.exec(host) ?? []
  if (name !== undefined && port !== undefined) {
    return message('address.hostHasPort', { name, port })
  }
  if (host.includes('%')) return message('address.zone')
  return hostForm.test(host) ? null : message('address.hostForm')
}

/** Puts an IPv6 address in brackets, because its colons would read as a port. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** Endpoints without their version, longest first because `/chat/completions` ends with `/completions`. */
const endpoints = [
  ...new Set(
    Object.values(backendTraits).map(({ usualEndpoint }) => usualEndpoint.replace(/^\/v1/, '')),
  ),
].sort((a, b) => b.length - a.length)

/** Scheme, host with port, path, query; the fragment after a # is never sent. */
const urlForm = /^(https?:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/i

function partsOf(baseUrl: string): Parts {
  const [, scheme = '', host = '', pathname = '', search = ''] = urlForm.exec(baseUrl) ?? []
  const origin = `${scheme}//${host}`.toLowerCase()
  const path = pathname.replace(/\/+$/, '')
  const endpoint = endpoints.find((each) => path.endsWith(each)) ?? ''
  const below = path.slice(0, path.length - endpoint.length)
  const version = /\/v1$/.exec(below)?.[0] ?? ''
  const prefix = below.slice(0, below.length - version.length)
  return { origin, prefix, version, endpoint, query: search.length > 1 ? search : '' }
}

/** Address of a path of the server itself, such as `/metrics` or `/v1/models`. */
export function serverUrl(baseUrl: string, path: string): string {
  const { origin, prefix, query } = partsOf(baseUrl)
  return withQuery(origin + prefix + path, query)
}

/** URL of requests. `/v1` and the endpoint are not repeated if the address has them. */
export function endpointUrl(baseUrl: string, endpoint: string): string {
  const { origin, prefix, version, endpoint: own, query } = partsOf(baseUrl)
  if (own !== '') return withQuery(origin + prefix + version + own, query)
  const isVersioned = version !== '' && endpoint.startsWith(`${version}/`)
  return withQuery(origin + prefix + (isVersioned ? '' : version) + endpoint, query)
}

/** Endpoint at the end of an address, if it differs from the endpoint of the requests; null otherwise. */
export function otherEndpointIn(baseUrl: string | null, endpoint: string): string | null {
  if (baseUrl === null) return null
  const { version, endpoint: own } = partsOf(baseUrl)
  const path = endpointPath(endpoint)
  return own === '' || path === version + own || path === own ? null : version + own
}

/** Part of the endpoint that the address already has; null if there is none. */
export function repeatedIn(baseUrl: string, endpoint: string): string | null {
  const { version, endpoint: own } = partsOf(baseUrl)
  if (own !== '') return version + own
  return version !== '' && endpoint.startsWith(`${version}/`) ? version : null
}

/** Endpoint without its query. */
export function endpointPath(endpoint: string): string {
  return endpoint.replace(/\?.*$/s, '')
}

function withQuery(url: string, query: string): string {
  if (query === '') return url
  return url.includes('?') ? `${url}&${query.slice(1)}` : url + query
}

/** Whether a host name or address is reachable only from the same machine. Accepts addresses in URL brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){1,3})$/.test(host)
}
