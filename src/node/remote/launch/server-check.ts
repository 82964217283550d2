// Whether a server that came up really serves: its health, what it serves, and one tiny request.
import { textOf } from '#core/messages/message-error.ts'
import type { Text } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { ServerFacts } from '#core/model/server/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { probeServer } from '#node/http/probe-server.ts'
import { HttpClient } from '#node/http/http-client.ts'
import type { ReachedServer } from './reach-server.ts'

export type ServedFacts = Readonly<{
  facts: ServerFacts
  /** How long the first request took; null where the model generates no text. */
  firstRequestMs: number | null
}>

type ServerCheckOptions = Readonly<{
  /** Where there is no list of models, as behind some routers; null where a list is required. */
  model: string | null
  apiKey: string | null
  signal: AbortSignal
}>

/** Where a server is asked, and how that is reached. */
type Asked = Pick<ReachedServer, 'baseUrl' | 'openStream'>

const healthTimeoutMs = 5000
const requestTimeoutMs = 120_000

/** Routers respond to other paths than servers; that they respond is enough, because they start after their instances. */
export async function isHealthy(
  { baseUrl, openStream }: Asked,
  { isRouter, signal }: Readonly<{ isRouter: boolean; signal: AbortSignal }>,
): Promise<boolean> {
  const access = { baseUrl, headers: {}, insecure: false }
  const client = new HttpClient(access, { timeoutMs: healthTimeoutMs, openStream })
  const answer = await client.ask('GET', '/health', { signal }).catch(() => null)
  client.close()
  return answer !== null && (isRouter ? answer.status < 500 : answer.status === 200)
}

export async function requireAnswer(
  { baseUrl, openStream }: Asked,
  { model, apiKey, signal }: ServerCheckOptions,
): Promise<ServedFacts> {
  const headers = requestHeaders({ apiKey, overrides: {} })
  const access = { baseUrl, headers, insecure: false }
  const probing = { access, signal, openStream }
  const { facts, modelId } = await probeServer({ ...probing, model: null }).catch(
    (error: unknown) => {
      if (model === null) throw error
      return probeServer({ ...probing, model })
    },
  )
  const startedMs = performance.now()
  const client = new HttpClient(access, { timeoutMs: requestTimeoutMs, openStream })
  const body = Buffer.from(JSON.stringify({ model: modelId, prompt: 'Hello', max_tokens: 1 }))
  const answer = await client
    .ask('POST', '/v1/completions', { body, signal })
    .catch((error: unknown) => {
      throw noAnswer(textOf(error))
    })
    .finally(() => client.close())
  // A model for embeddings has no such endpoint.
  if (answer.status === 404) return { facts, firstRequestMs: null }
  if (answer.status !== 200) throw noAnswer(`${answer.status} ${answer.body.slice(0, 300)}`)
  return { facts, firstRequestMs: performance.now() - startedMs }
}

function noAnswer(why: Text): AppError {
  return appError('launch-failed', 'launch.firstRequestFailed', { why })
}
