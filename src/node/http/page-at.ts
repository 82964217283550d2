// One page at an address of its own, without the headers of the server under test.
import type { ServerAccess } from './http-client.ts'
import type { OpenStream } from './server-sockets.ts'

export type Place = Readonly<{
  access: ServerAccess
  /** The way there where its address does not lead to it from here. */
  openStream?: OpenStream | null
}>

export type Page = Place & Readonly<{ path: string }>

/** `/metrics` where the address has no path. */
export function metricsPageAt(address: string): Page {
  const { origin, pathname, search } = new URL(address)
  const path = pathname === '/' && search === '' ? '/metrics' : pathname + search
  return { access: { baseUrl: origin, headers: {}, insecure: false }, path }
}
