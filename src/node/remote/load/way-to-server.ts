// Route for our queries to a server that a host can reach: directly, or through the SSH connection.
import { AppError } from '#core/model/app-error.ts'
import { forwardPort, type ForwardTarget } from '../forward-port.ts'
import type { Host } from '../host.ts'

export type WayToServer = Readonly<{
  /** For our queries. */
  baseUrl: string
  /** Reason why the last connection failed; null unless the route goes through this computer. */
  failure(): AppError | null
  close(): Promise<void>
}>

/** A TLS server is queried directly, because its certificate names the address, which would not match a tunnel. */
export async function wayToServer(host: Host, baseUrl: string): Promise<WayToServer> {
  const url = new URL(baseUrl)
  if (host.isHere || url.protocol === 'https:') {
    return directWay(baseUrl)
  }
  await requireAllowed(host, placeOf(url))
  return forwardedWay(host, url)
}

export function directWay(baseUrl: string): WayToServer {
  return { baseUrl, failure: () => null, close: () => Promise.resolve() }
}

/** Connects on first use. */
export async function forwardedWay(host: Host, url: URL): Promise<WayToServer> {
  const forwarded = await forwardPort(host, placeOf(url))
  const path = url.pathname.replace(/\/+$/, '') + url.search
  return {
    baseUrl: `http://127.0.0.1:${forwarded.port}${path}`,
    failure: () => forwarded.failure(),
    close: () => forwarded.close(),
  }
}

function placeOf({ hostname, port }: URL): ForwardTarget {
  return { address: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) }
}

/** A server may come up later; an SSH server that forbids forwarding will not change. */
async function requireAllowed(host: Host, { address, port }: ForwardTarget): Promise<void> {
  try {
    const stream = await host.connect(address, port)
    stream.destroy()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') throw error
  }
}
