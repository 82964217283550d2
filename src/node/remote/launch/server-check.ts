// Checks that a started server works: its health, its models, and one tiny request.
import { textOf } from '#core/messages/message-error.ts'
import type { Text } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { ServerFacts } from '#core/model/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { probeServer } from '#node/http/probe-server.ts'
import { HttpClient } from '#node/http/http-client.ts'
import type { ReachedServer } from './reach-server.ts'

export type ServedFacts = Readonly<{
  facts: ServerFacts
  /** Duration of the first request; null if the model generates no text. */
  firstRequestMs: number | null
}>

type ServerCheckOptions = Readonly<{
  /** Model, if the server lists none, as behind some routers; null if a list is required. */
  model: string | null
  apiKey: string | null
  signal: AbortSignal
}>

/** Address for queries to a server, and the stream that reaches it. */
type QueryTarget = Pick<ReachedServer, 'baseUrl' | 'openStream'>

const healthTimeoutMs = 5000
const requestTimeoutMs = 120_000

/** Routers have other paths than servers. Any response of a router suffices, because it starts after its instances. */
export async function isHealthy(
  { baseUrl, openStream }: QueryTarget,
  { isRouter, signal }: Readonly<{ isRouter: boolean; signal: AbortSignal }>,
): Promise<boolean> {
  const access = { baseUrl, headers: {}, insecure: false }
  const client = new HttpClient(access, { timeoutMs: healthTimeoutMs, openStream })
  const answer = await client.ask('GET', '/health', { signal }).catch(() => null)
  client.close()
  return answer !== null && (isRouter ? answer.status < 500 : answer.status === 200)
}

export async function requireAnswer(
  { baseUrl, openStream }: QueryTarget,
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
  // Embedding models have no such endpoint.
  if (answer.status === 404) return { facts, firstRequestMs: null }
  if (answer.status !== 200) throw noAnswer(`${answer.status} ${answer.body.slice(0, 300)}`)
  return { facts, firstRequestMs: performance.now() - startedMs }
}

function noAnswer(why: Text): AppError {
  return appError('launch-failed', 'launch.firstRequestFailed', { why })
}
