// What a proxy is sent: the server a plain request is for, or where to open a tunnel for a secure one.
import { Buffer } from 'node:buffer'
import type { LoadPlan } from '#contract/load-protocol.ts'

export type Forwarding = Readonly<{
  /** What the request line asks for. */
  target: string
  headers: Readonly<Record<string, string>>
}>

export function proxyOf({ proxy }: Pick<LoadPlan, 'proxy'>): URL | null {
  return typeof proxy === 'string' ? new URL(proxy) : null
}

/** A proxy forwards plain requests; of secure ones it sees nothing. */
export function forwardingOf(url: URL, proxy: URL | null): Forwarding {
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
