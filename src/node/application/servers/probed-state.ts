// The state of a server after a query for its models.
import { contentOf } from '#core/messages/message-error.ts'
import type { ServerState } from '#core/model/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { exchange } from '#node/http/http-client.ts'
import { unanswered } from '#node/http/http-failure.ts'
import { probeServer } from '#node/http/probe-server.ts'

type ProbeTarget = Readonly<{
  baseUrl: string
  apiKey: string | null
  /** GPU count from the user, which takes precedence over the address. */
  gpuCount?: number | undefined
  signal: AbortSignal
}>

/** Rejects if it does not respond as expected. */
export async function readyState(probing: ProbeTarget): Promise<ServerState> {
  const { baseUrl, apiKey, gpuCount, signal } = probing
  const access = { baseUrl, headers: requestHeaders({ apiKey, overrides: {} }), insecure: false }
  const { facts } = await probeServer({ access, model: null, signal })
  const known = { ...facts, ...(gpuCount !== undefined && { gpuCount }) }
  return { state: 'ready', baseUrl, facts: known, sinceEpochMs: Date.now() }
}

/**
 * Whether a server accepts connections and responds, whatever the response. A long busy server counts as responding: only a
 * failed connection shows that it is down.
 */
export async function isAnswering({ baseUrl, apiKey, signal }: ProbeTarget): Promise<boolean> {
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
