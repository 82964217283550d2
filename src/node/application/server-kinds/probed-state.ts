// The state of a server that was asked what it serves.
import { contentOf } from '#core/messages/message-error.ts'
import type { ServerState } from '#core/model/server/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { probeServer } from '#node/http/probe-server.ts'

export type Probing = Readonly<{
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

export function failedState(error: unknown): ServerState {
  return { state: 'failed', ...contentOf(error) }
}
