// The state of a server that was asked what it serves.
import { contentOf } from '#core/messages/message-error.ts'
import type { ServerState } from '#core/model/server/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { exchange } from '#node/http/http-client.ts'
import { unanswered } from '#node/http/http-failure.ts'
import { probeServer } from '#node/http/probe-server.ts'

type Probing = Readonly<{
  baseUrl: string
  apiKey: string | null
  /** As the user stated, which takes precedence over the address. */
  gpuCount?: number | undefined
  signal: AbortSignal
}>

/** Rejects where it does not answer as it should. */
export async function readyState(probing: Probing): Promise<ServerState> {
  const { baseUrl, apiKey, gpuCount, signal } = probing
  const access = { baseUrl, headers: requestHeaders({ apiKey, overrides: {} }), insecure: false }
  const { facts } = await probeServer({ access, model: null, signal })
  const known = { ...facts, ...(gpuCount !== undefined && { gpuCount }) }
  return { state: 'ready', baseUrl, facts: known, sinceEpochMs: Date.now() }
}

/**
 * Whether something accepts connections there and responds, whatever it says. A server that is busy for long counts as
 * answering: only a connection that fails shows that it is gone.
 */
export async function isAnswering({ baseUrl, apiKey, signal }: Probing): Promise<boolean> {
  const access = { baseUrl, headers: requestHeaders({ apiKey, overrides: {} }), insecure: false }
  try {
    await exchange('GET', '/health', { access, signal })
    return true
  } catch (error) {
    return error === unanswered
  }
}

export function failedState(error: unknown): ServerState {
  return { state: 'failed', ...contentOf(error) }
}
