// An address of this computer that leads to a server on a host.
import { forwardPort } from '../forward-port.ts'
import type { Host } from '../host.ts'

export type ReachedServer = Readonly<{
  baseUrl: string
  /** A tunnel adds to every latency; runs through one are marked. */
  isForwarded: boolean
  close(): Promise<void>
}>

export type ServerPlace = Readonly<{ address: string; port: number }>

export async function reachServer(host: Host, place: ServerPlace): Promise<ReachedServer> {
  if (host.isHere) {
    return { baseUrl: placeUrl(place), isForwarded: false, close: () => Promise.resolve() }
  }
  const address = reachableAddress(place.address)
  const forwarded = await forwardPort(host, { address, port: place.port })
  return {
    baseUrl: `http://127.0.0.1:${forwarded.port}`,
    isForwarded: true,
    close: () => forwarded.close(),
  }
}

/** As the host itself sees it. */
export function placeUrl({ address, port }: ServerPlace): string {
  return `http://${bracketed(reachableAddress(address))}:${port}`
}

/** Where it may be reached without a tunnel; null for one that listens on loopback only. */
export function directUrl(host: Host, { address, port }: ServerPlace): string | null {
  if (host.directAddress === null || /^(127\.|::1$|localhost$)/.test(address)) return null
  return `http://${bracketed(host.directAddress)}:${port}`
}

/** A server that listens everywhere listens on loopback too. */
function reachableAddress(address: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
