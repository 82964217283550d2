// Who may connect to `kneepoint web`: a page that we served ourselves, in a browser that opened the printed address once.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { isLoopback } from '#core/model/host/load-hosts.ts'

/** Offered as a WebSocket subprotocol beside the token, and the only one we ever agree to. */
export const socketProtocol = 'kneepoint'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The first socket of a browser sends the token as its second subprotocol; every later one sends the cookie. */
export function holdsToken(
  { 'sec-websocket-protocol': protocols, cookie }: IncomingHttpHeaders,
  token: string,
): boolean {
  const [name, given = ''] = (protocols ?? '').split(',').map((part) => part.trim())
  if (name !== socketProtocol) return false
  return isToken(given, token) || isToken(cookieOf(cookie, token), token)
}

const cookieDays = 30

/** Sent only to us, over every tab of the browser; no script can read it. */
export function accessCookie(token: string): string {
  const seconds = cookieDays * 24 * 3600
  return `${cookieName(token)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
}

/** Browsers keep cookies per host, not per port: the name separates several Kneepoints of a machine. */
function cookieName(token: string): string {
  return `kneepoint-${createHash('sha256').update(token).digest('hex').slice(0, 8)}`
}

function cookieOf(header: string | undefined, token: string): string {
  const start = `${cookieName(token)}=`
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? ''
}

/** In constant time. */
export function isToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
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

// Port and token of `kneepoint web`, kept so that bookmarks and open tabs work after a restart. Only the owner reads it.
const addressSchema = z.object({
  port: z.int().min(0).max(65535),
  token: z.string().regex(/^[\w-]{43}$/),
})

type WebAddress = z.infer<typeof addressSchema>

/** A new token and any free port where nothing usable was kept. */
export function keptAddress(file: string): WebAddress {
  try {
    return addressSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Missing, cut short or edited: an address is replaced as easily as it is made.
    return { port: 0, token: newToken() }
  }
}

export function keepAddress(file: string, address: WebAddress): void {
  writeFileSync(file, JSON.stringify(address), { mode: 0o600 })
  // The mode above holds for a new file only.
  chmodSync(file, 0o600)
}
