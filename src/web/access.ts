// Access control of `kneepoint web`: allows only pages served by this server, in a browser that opened the printed address once.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isOurHost, isOurOrigin, isPlainHost, type OwnAddress } from '#node/http/own-address.ts'
import { holdsSession } from './session-cookie.ts'

/** Offered as the first WebSocket subprotocol, and the only one that the server selects. */
export const socketProtocol = 'kneepoint'

export type Gate = OwnAddress & Readonly<{ token: string }>

export type Refusal = Readonly<{ status: 400 | 401 | 403; message: string }>

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in constant time. */
export function isToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** For a repeated header, a proxy might read a different value than this server. */
const singleHeaders = ['Host', 'Origin', 'Authorization'] as const

/** Reason why a request is malformed; null if it is valid. */
export function repetitionRefusal({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): Refusal | null {
  const name = singleHeaders.find((each) => (headersDistinct[each.toLowerCase()]?.length ?? 0) > 1)
  return name === undefined ? null : { status: 400, message: `${name} was sent more than once.` }
}

/** Reason why a page must not open a socket; null if it may. */
export function refusalOf(headers: IncomingHttpHeaders, gate: Gate): Refusal | null {
  if (headers.origin === undefined) return foreignOrigin
  return addressRefusal(headers, gate) ?? (holdsAccess(headers, gate.token) ? null : noAccess)
}

/** Reason why no page of this address and origin may call the server; null if one may. Browsers omit some requests' origins. */
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

/** Response to a client that requested another host. */
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

/** The key that a browser stores per origin and sends with every socket; empty if it sent none. */
export function browserKeyIn(protocols: string | undefined): string {
  const keys = protocolsIn(protocols).map((each) => browserKeyPattern.exec(each)?.[1])
  return keys.find((key) => key !== undefined) ?? ''
}

function protocolsIn(header = ''): readonly string[] {
  return header.split(',').map((part) => part.trim())
}
