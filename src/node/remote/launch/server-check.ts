// Whether a server that came up really serves: its health, what it serves, and one tiny request.
import { AppError, messageOf } from '#core/model/app-error.ts'
import type { ServerFacts } from '#core/model/server/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { probeServer } from '#node/experiment/probe-server.ts'

export type ServedFacts = Readonly<{
  facts: ServerFacts
  /** How long the first request took; null where the model generates no text. */
  firstRequestMs: number | null
}>

export type ServerCheckOptions = Readonly<{ apiKey: string | null; signal: AbortSignal }>

const healthPatienceMs = 5000
const requestPatienceMs = 120_000

export async function isHealthy(baseUrl: string, signal: AbortSignal): Promise<boolean> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(healthPatienceMs)])
  const response = await fetch(`${baseUrl}/health`, { signal: patience }).catch(() => null)
  await response?.body?.cancel()
  return response?.status === 200
}

export async function requireAnswer(
  baseUrl: string,
  { apiKey, signal }: ServerCheckOptions,
): Promise<ServedFacts> {
  const headers = requestHeaders({ apiKey, overrides: {} })
  const access = { baseUrl, headers, insecure: false }
  const { facts, modelId } = await probeServer({ access, model: null, signal })
  const startedMs = performance.now()
  const response = await fetch(`${baseUrl}/v1/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: modelId, prompt: 'Hello', max_tokens: 1 }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestPatienceMs)]),
  }).catch((error: unknown) => {
    throw noAnswer(messageOf(error))
  })
  const body = await response.text()
  // A model for embeddings has no such endpoint.
  if (response.status === 404) return { facts, firstRequestMs: null }
  if (response.status !== 200) throw noAnswer(`${response.status} ${body.slice(0, 300)}`)
  return { facts, firstRequestMs: performance.now() - startedMs }
}

function noAnswer(why: string): AppError {
  return new AppError('launch-failed', `The server is up, but its first request failed: ${why}`, {
    remedy: 'Look at its log: the engine may have crashed on it.',
  })
}
