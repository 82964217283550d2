// The state of a server, derived from a query for its models.
import { contentOf } from '#core/messages/message.ts'
import type { AttachedSpec, ServerFacts, ServerState } from '#core/model/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { exchange } from '#node/http/http-client.ts'
import { unanswered } from '#node/http/http-failure.ts'
import { probeServer } from '#node/http/probe-server.ts'

type StatedFacts = Partial<Pick<ServerFacts, 'gpuCount' | 'simulator'>>

type ProbeTarget = Readonly<{
  baseUrl: string
  apiKey: string | null
  /** Facts that the server need not report; they take precedence. */
  stated?: StatedFacts
  signal: AbortSignal
}>

/** GPU count from the user. */
export function statedBy({ gpuCount }: AttachedSpec): StatedFacts {
  return gpuCount === undefined ? {} : { gpuCount }
}

/** Rejects if the response is not as expected. */
export async function readyState(probing: ProbeTarget): Promise<ServerState> {
  const { baseUrl, apiKey, stated, signal } = probing
  const access = { baseUrl, headers: requestHeaders({ apiKey, overrides: {} }), insecure: false }
  const { facts } = await probeServer({ access, model: null, signal })
  return { state: 'ready', baseUrl, facts: { ...facts, ...stated }, sinceEpochMs: Date.now() }
}

/**
 * Whether a server accepts connections and responds, with any response. A server that is busy for long counts as responding: only
 * a failed connection shows that it is down.
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
