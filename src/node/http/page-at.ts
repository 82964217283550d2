// Metrics pages: of an exporter at its own URL, or of a server at the path that its engine uses.
import { parseMetricsText } from '#core/base/metrics-text.ts'
import { type HttpAnswer, HttpClient, isRouteMissing, type ServerAccess } from './http-client.ts'
import type { OpenStream } from './server-sockets.ts'

export type Place = Readonly<{
  access: ServerAccess
  /** Connection to use if the URL is not reachable from here. */
  openStream?: OpenStream | null
}>

export type Page = Place & Readonly<{ path: string }>

/** Omits the headers of the server under test; uses `/metrics` if the URL has no path. */
export function metricsPageAt(address: string): Page {
  const { origin, pathname, search } = new URL(address)
  const path = pathname === '/' && search === '' ? '/metrics' : pathname + search
  return { access: { baseUrl: origin, headers: {}, insecure: false }, path }
}

/** Alternatives to `/metrics`: a mounted page that redirects, NIM, and TensorRT-LLM, whose `/metrics` is JSON. */
const otherPaths = ['/metrics/', '/v1/metrics', '/prometheus/metrics/']
const found = new WeakMap<HttpClient, string>()

/** The first page with a sample, or the response to `path` if there is none. Only `/metrics` has alternatives. */
export async function metricsAnswer(
  client: HttpClient,
  path: string,
  signal?: AbortSignal,
): Promise<HttpAnswer> {
  const first = await client.ask('GET', found.get(client) ?? path, { signal })
  if (path !== '/metrics' || found.has(client) || !isElsewhere(first)) return first
  for (const other of otherPaths) {
    const answer = await client.ask('GET', other, { signal })
    if (answer.status !== 200 || isElsewhere(answer)) continue
    found.set(client, other)
    return answer
  }
  return first
}

/** Sends the request over a separate connection. */
export async function metricsAt(
  { access, path, openStream = null }: Page,
  signal?: AbortSignal,
): Promise<HttpAnswer> {
  const client = new HttpClient(access, { openStream })
  try {
    return await metricsAnswer(client, path, signal)
  } finally {
    client.close()
  }
}

function isElsewhere({ status, body }: HttpAnswer): boolean {
  if (status === 200) return parseMetricsText(body).length === 0
  return (status >= 300 && status < 400) || isRouteMissing(status)
}
