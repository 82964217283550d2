// Fetch for what is not a server under test: the hub and the addresses of media, by the proxies of the environment.
import type { EnvHttpProxyAgent, RequestInit, Response } from 'undici'

type Environment = Readonly<Record<string, string | undefined>>

let agent: EnvHttpProxyAgent | null = null

export async function webFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  agent ??= new EnvHttpProxyAgent({ noProxy: exceptions(process.env) })
  return fetch(url, { ...init, dispatcher: agent })
}

/**
 * This machine has none, and what is secure goes by no proxy that is named for plain requests only. Exported for tests:
 * the agent is made once per process.
 */
export function exceptions(environment: Environment): string {
  const named = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  const hasSecure = environment['https_proxy'] ?? environment['HTTPS_PROXY'] ?? ''
  const usual = 'localhost,127.0.0.1,[::1]'
  return [named, usual, hasSecure === '' ? '*:443' : ''].filter((part) => part !== '').join(',')
}
