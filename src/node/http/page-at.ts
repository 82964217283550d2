// One page at an address of its own, without the headers of the server under test.
import type { ServerAccess } from './http-client.ts'

export type Page = Readonly<{ access: ServerAccess; path: string }>

/** `/metrics` where the address has no path. */
export function metricsPageAt(address: string): Page {
  const { origin, pathname, search } = new URL(address)
  const path = pathname === '/' && search === '' ? '/metrics' : pathname + search
  return { access: { baseUrl: origin, headers: {}, insecure: false }, path }
}
