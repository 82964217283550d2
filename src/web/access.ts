// Who may talk to `kneepoint web`: a page that we served ourselves, whose reader was given the token.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** Offered as a WebSocket subprotocol beside the token, and the only one we ever agree to. */
export const socketProtocol = 'kneepoint'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The token comes as the second subprotocol: the one thing a browser can send that no log or cache keeps. */
export function holdsToken(protocolHeader: string | undefined, token: string): boolean {
  const [name, given = ''] = (protocolHeader ?? '').split(',').map((part) => part.trim())
  return name === socketProtocol && equalInConstantTime(given, token)
}

function equalInConstantTime(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Refuses names that we do not know: a hostile page may point its own name at our address (DNS rebinding), but
 * it cannot make a browser call that name an IP address. Any port goes, so that one forwarded by SSH works.
 */
export function isOurHost(hostHeader: string | undefined, listeningOn: string): boolean {
  const host = hostOf(hostHeader)
  if (host === null) return false
  if (isLoopback(host)) return true
  if (isLoopback(listeningOn)) return false
  return isIP(host) !== 0 || [listeningOn, hostname()].some((name) => name.toLowerCase() === host)
}

/** Browsers name the page's origin on every WebSocket; it must be the very address they connect to. */
export function isOurOrigin(origin: string | undefined, hostHeader: string | undefined): boolean {
  return hostHeader !== undefined && origin === `http://${hostHeader}`
}

function hostOf(hostHeader: string | undefined): string | null {
  const url = URL.parse(`http://${hostHeader ?? ''}`)
  return url === null || url.host === '' ? null : url.hostname.replace(/^\[(.*)\]$/, '$1')
}
