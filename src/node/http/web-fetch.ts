// Fetch for everything but servers under test: the Hub and media URLs, through the environment's proxies.
import type { EnvHttpProxyAgent, RequestInit, Response } from 'undici'

type Environment = Readonly<Record<string, string | undefined>>

let agent: EnvHttpProxyAgent | null = null

export async function webFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  agent ??= new EnvHttpProxyAgent({ noProxy: exceptions(process.env) })
  return fetch(url, { ...init, dispatcher: agent })
}

/**
 * Hosts reached without a proxy: loopback, and https if a proxy is set for http only. Exported for tests, because the agent is
 * created once per process.
 */
export function exceptions(environment: Environment): string {
  const named = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  const hasSecure = environment['https_proxy'] ?? environment['HTTPS_PROXY'] ?? ''
  const usual = 'localhost,127.0.0.1,[::1]'
  return [named, usual, hasSecure === '' ? '*:443' : ''].filter((part) => part !== '').join(',')
}
