// Requests to a proxy: the absolute URL of a plain request, or the CONNECT request of a tunnel.
import { Buffer } from 'node:buffer'
import type { LoadPlan } from '#contract/load-protocol.ts'

export type ForwardedRequest = Readonly<{
  /** Target of the request line. */
  target: string
  headers: Readonly<Record<string, string>>
}>

export function proxyOf({ proxy }: Pick<LoadPlan, 'proxy'>): URL | null {
  return typeof proxy === 'string' ? new URL(proxy) : null
}

/** A proxy forwards plain requests; TLS requests pass through its tunnel unread. */
export function forwardingOf(url: URL, proxy: URL | null): ForwardedRequest {
  const path = url.pathname + url.search
  if (proxy === null || url.protocol === 'https:') return { target: path, headers: {} }
  return { target: url.origin + path, headers: authorization(proxy) }
}

export function tunnelRequest(url: URL, proxy: URL): string {
  const authority = `${url.hostname}:${url.port || 443}`
  const headers = Object.entries({ host: authority, ...authorization(proxy) })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `CONNECT ${authority} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function authorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
