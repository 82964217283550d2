// How a server that a host sees is asked from here about what is not load: as it is, or through the connection.
import { AppError } from '#core/model/app-error.ts'
import { forwardPort, type ForwardTarget } from '../forward-port.ts'
import type { Host } from '../host.ts'

export type WayToServer = Readonly<{
  /** For questions from here. */
  baseUrl: string
  /** Why nothing led there just now, as far as we are between. */
  failure(): AppError | null
  close(): Promise<void>
}>

/** An encrypted one is asked directly: its certificate names the address, which a way around it would not bear. */
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

/** Connects when it is first used. */
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

/** A server may come up later; an SSH server that forwards nothing will not change its mind. */
async function requireAllowed(host: Host, { address, port }: ForwardTarget): Promise<void> {
  try {
    const stream = await host.connect(address, port)
    stream.destroy()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') throw error
  }
}
