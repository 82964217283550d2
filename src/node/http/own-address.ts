// Checks whether a request's headers name one of our servers, to protect servers from pages of other sites.
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { isLoopback } from '#core/backends/server-address.ts'

export type OwnAddress = Readonly<{
  /** The address that the server listens on. */
  host: string
  /** Address in the browser behind a reverse proxy that changes Host; null without one. */
  publicUrl: URL | null
}>

/**
 * Rejects unknown names: a hostile page may point its own name at our address (DNS rebinding), but it cannot make a browser treat
 * that name as an IP address. Any port is allowed, because SSH forwards ports.
 */
export function isOurHost(
  hostHeader: string | undefined,
  { host: listeningOn, publicUrl }: OwnAddress,
): boolean {
  const host = hostOf(hostHeader)
  if (host === null) return false
  if (isLoopback(host) || host === publicUrl?.hostname) return true
  if (isLoopback(listeningOn)) return false
  return isIP(host) !== 0 || [listeningOn, hostname()].some((name) => name.toLowerCase() === host)
}

/**
 * Browsers send the page's origin on every WebSocket. It must match the address they connect to, or --public-url: a proxy may
 * replace Host with ours.
 */
export function isOurOrigin(
  origin: string | undefined,
  hostHeader: string | undefined,
  { publicUrl }: Pick<OwnAddress, 'publicUrl'>,
): boolean {
  if (origin === undefined || hostHeader === undefined) return false
  if (publicUrl !== null && origin === publicUrl.origin) return true
  return hostOf(hostHeader) !== publicUrl?.hostname && origin === `http://${hostHeader}`
}

/** Null if the header is not a name or an address with an optional port. */
function hostOf(hostHeader: string | undefined): string | null {
  if (!isPlainHost(hostHeader)) return null
  const url = URL.parse(`http://${hostHeader}`)
  return url === null ? null : url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Whether the header is a name or an address with an optional port. */
export function isPlainHost(hostHeader = ''): boolean {
  return /^([a-z\d._-]{1,253}|\[[a-f\d:.]{2,45}\])(:\d{1,5})?$/i.test(hostHeader)
}
