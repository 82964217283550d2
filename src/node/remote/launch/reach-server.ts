// Provides an address on this computer that reaches a server on a host.
import type { AppError } from '#core/model/app-error.ts'
import type { OpenStream } from '#node/http/server-sockets.ts'
import { type ForwardedPort, forwardPort, type ForwardTarget } from '../forward-port.ts'
import type { Host } from '../host.ts'
import { bracketed } from '#core/backends/server-address.ts'

export type ReachedServer = Readonly<{
  baseUrl: string
  /** Opens a stream for our own requests, bypassing the local port; null if there is no tunnel. */
  openStream: OpenStream | null
  /** A tunnel adds to every latency; runs through a tunnel are flagged. */
  isForwarded: boolean
  /** URL at which it may be reachable without a tunnel, which is preferable; null if there is none, or not yet. */
  directUrl(): string | null
  /** A job's address for other nodes of the cluster; null until it is known. */
  clusterUrl(): string | null
  /** Reason why the tunnel is broken; null if it is not. */
  failure(): AppError | null
  close(): Promise<void>
}>

export async function reachServer(host: Host, place: ForwardTarget): Promise<ReachedServer> {
  if (host.isHere) {
    return directly(placeUrl(place))
  }
  const address = reachableAddress(place.address)
  const forwarded = await forwardPort(host, { address, port: place.port })
  return overPort(forwarded, { directUrl: () => directUrl(host, place), clusterUrl: () => null })
}

type Addresses = Pick<ReachedServer, 'directUrl' | 'clusterUrl'>

export function overPort(forwarded: ForwardedPort, addresses: Addresses): ReachedServer {
  return {
    baseUrl: `http://127.0.0.1:${forwarded.port}`,
    openStream: () => forwarded.openStream(),
    isForwarded: true,
    ...addresses,
    failure: () => forwarded.failure(),
    close: () => forwarded.close(),
  }
}

/** Connects to a server without a tunnel. */
export function directly(
  baseUrl: string,
  { clusterUrl }: Pick<ReachedServer, 'clusterUrl'> = { clusterUrl: () => null },
): ReachedServer {
  return {
    baseUrl,
    openStream: null,
    isForwarded: false,
    directUrl: () => null,
    clusterUrl,
    failure: () => null,
    close: () => Promise.resolve(),
  }
}

/** URL of a port as seen from the host. */
export function placeUrl({ address, port }: ForwardTarget): string {
  return `http://${bracketed(reachableAddress(address))}:${port}`
}

/** URL of a server without a tunnel; null if it listens on loopback only. */
function directUrl(host: Host, { address, port }: ForwardTarget): string | null {
  if (host.directAddress === null || /^(127\.|::1$|localhost$)/.test(address)) return null
  return `http://${bracketed(host.directAddress)}:${port}`
}

/** Listening on all interfaces includes loopback. */
function reachableAddress(address: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
}
