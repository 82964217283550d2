// Who may connect to `kneepoint web`: a page that we served ourselves, in a browser that opened the printed address once.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { isLoopback } from '#core/model/host/load-hosts.ts'
import { holdsSession } from './session-cookie.ts'

/** Offered as the first WebSocket subprotocol, and the only one that the server selects. */
export const socketProtocol = 'kneepoint'

export type Gate = Readonly<{
  /** The address that the server listens on. */
  host: string
  token: string
  /** Address of the window behind a reverse proxy that changes Host; null without one. */
  publicUrl: URL | null
}>

export type Refusal = Readonly<{ status: 400 | 401 | 403; message: string }>

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in constant time. */
export function isToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A proxy on the way might read another one of several values than this server. */
const singleHeaders = ['Host', 'Origin', 'Authorization'] as const

/** Why a request is malformed; null if it is not. */
export function repetitionRefusal({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): Refusal | null {
  const name = singleHeaders.find((each) => (headersDistinct[each.toLowerCase()]?.length ?? 0) > 1)
  return name === undefined ? null : { status: 400, message: `${name} was sent more than once.` }
}

/** Why a page must not open a socket; null if it may. */
export function refusalOf(headers: IncomingHttpHeaders, gate: Gate): Refusal | null {
  if (headers.origin === undefined) return foreignOrigin
  return addressRefusal(headers, gate) ?? (holdsAccess(headers, gate.token) ? null : noAccess)
}

/** Why no page of this address and origin may call the server; null if it may. Browsers omit the origin of some requests. */
export function addressRefusal({ host, origin }: IncomingHttpHeaders, gate: Gate): Refusal | null {
  if (!isOurHost(host, gate)) return { status: 403, message: foreignHost(host) }
  return origin === undefined || isOurOrigin(origin, host, gate) ? null : foreignOrigin
}

const noAccess: Refusal = {
  status: 401,
  message: 'Open the address that "kneepoint web" printed; it contains the access token.',
}

const foreignOrigin: Refusal = {
  status: 403,
  message:
    'The page was opened at an address that this server does not know. Behind a reverse proxy, start ' +
    '"kneepoint web --public-url URL" with the address shown by the browser.',
}

/** Sent to a client that asked for another host. */
export function foreignHost(hostHeader: string | undefined): string {
  const example = isPlainHost(hostHeader) ? `https://${hostHeader}/` : 'URL'
  return (
    'This host is not one of ours. Behind a reverse proxy that changes Host, start ' +
    `"kneepoint web --public-url ${example}" with the address shown by the browser, path included.`
  )
}

/** The token or a session cookie; the first socket of a browser sends the token as a subprotocol. Exported for tests. */
export function holdsAccess(
  { 'sec-websocket-protocol': protocols, cookie }: IncomingHttpHeaders,
  token: string,
): boolean {
  const [name, ...given] = protocolsIn(protocols)
  if (name !== socketProtocol) return false
  if (given.some((each) => isToken(each, token))) return true
  return holdsSession(cookie, { token, browserKey: browserKeyIn(protocols) })
}

const browserKeyPattern = /^browser\.([\w-]{22,86})$/

/** The key that a browser keeps per origin and sends with every socket; empty if it sent none. */
export function browserKeyIn(protocols: string | undefined): string {
  const keys = protocolsIn(protocols).map((each) => browserKeyPattern.exec(each)?.[1])
  return keys.find((key) => key !== undefined) ?? ''
}

function protocolsIn(header = ''): readonly string[] {
  return header.split(',').map((part) => part.trim())
}

/**
 * Refuses names that we do not know: a hostile page may point its own name at our address (DNS rebinding), but
 * it cannot make a browser call that name an IP address. Any port goes, so that one forwarded by SSH works.
 */
export function isOurHost(
  hostHeader: string | undefined,
  { host: listeningOn, publicUrl }: Pick<Gate, 'host' | 'publicUrl'>,
): boolean {
  const host = hostOf(hostHeader)
  if (host === null) return false
  if (isLoopback(host) || host === publicUrl?.hostname) return true
  if (isLoopback(listeningOn)) return false
  return isIP(host) !== 0 || [listeningOn, hostname()].some((name) => name.toLowerCase() === host)
}

/**
 * Browsers name the page's origin on every WebSocket. It must be the address they connect to, or that of --public-url:
 * a proxy may replace Host by ours. Exported for tests.
 */
export function isOurOrigin(
  origin: string | undefined,
  hostHeader: string | undefined,
  { publicUrl }: Pick<Gate, 'publicUrl'>,
): boolean {
  if (origin === undefined || hostHeader === undefined) return false
  if (publicUrl !== null && origin === publicUrl.origin) return true
  return hostOf(hostHeader) !== publicUrl?.hostname && origin === `http://${hostHeader}`
}

/** Null unless the header is a name or an address with an optional port. */
function hostOf(hostHeader: string | undefined): string | null {
  if (!isPlainHost(hostHeader)) return null
  const url = URL.parse(`http://${hostHeader}`)
  return url === null ? null : url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function isPlainHost(hostHeader = ''): boolean {
  return /^([a-z\d._-]{1,253}|\[[a-f\d:.]{2,45}\])(:\d{1,5})?$/i.test(hostHeader)
}
