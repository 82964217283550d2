// How a server that a host sees is asked from here about what is not load: as it is, or through the connection.
import { forwardPort } from '../forward-port.ts'
import type { Host } from '../host.ts'

export type WayToServer = Readonly<{
  /** For questions from here. */
  baseUrl: string
  close(): Promise<void>
}>

/** An encrypted one is asked directly: its certificate names the address, which a way around it would not bear. */
export async function wayToServer(host: Host, baseUrl: string): Promise<WayToServer> {
  const url = new URL(baseUrl)
  if (host.isHere || url.protocol === 'https:') {
    return { baseUrl, close: () => Promise.resolve() }
  }
  const address = url.hostname.replace(/^\[|\]$/g, '')
  const forwarded = await forwardPort(host, { address, port: Number(url.port || 80) })
  const path = url.pathname.replace(/\/+$/, '')
  return {
    baseUrl: `http://127.0.0.1:${forwarded.port}${path}`,
    close: () => forwarded.close(),
  }
}
