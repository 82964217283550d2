// Watches a server start up: its log, its process, its port; ends when it responds, fails, or takes too long.
import { setTimeout as delay } from 'node:timers/promises'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { AppError, appError } from '#core/model/app-error.ts'
import type { Launch, LaunchStatus } from '#core/model/launch.ts'
import { isWaiting } from '#core/vllm/launch/job-state.ts'
import { endedServer } from './ended-server.ts'
import type { Launcher } from './launcher.ts'
import type { LogWatch } from './log-watch.ts'
import { directly, type ReachedServer } from './reach-server.ts'
import type { ServerFacts } from '#core/model/server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { probeServer } from '#node/http/probe-server.ts'
import { HttpClient, isRouteMissing } from '#node/http/http-client.ts'

type AwaitOptions = Readonly<{
  launcher: Launcher
  launch: Launch
  watch: LogWatch
  reached: ReachedServer
  /** Key for the first request; null if the server requires none. */
  apiKey: string | null
  signal: AbortSignal
  /** Called while the cluster lacks resources for it, with Slurm's reason. */
  onWaiting?(reason: string): void
}>

const pollMs = 500

/** Resolves with the facts of the server and the route on which it responds. */
export async function awaitReady(
  options: AwaitOptions,
): Promise<ServedFacts & Readonly<{ reached: ReachedServer }>> {
  const { launcher, launch, watch, signal } = options
  const patienceMs = launch.profile.readyTimeoutS * 1000
  let deadlineMs = performance.now() + patienceMs
  let reached: ReachedServer | null = null
  while (reached === null) {
    signal.throwIfAborted()
    const status = await launcher.status(launch.id)
    await watch.read()
    if (waits(status)) {
      deadlineMs = performance.now() + patienceMs
      options.onWaiting?.(status.job?.reason ?? '')
    }
    if (!status.isServerAlive) throw await endedServer(launcher, launch, watch)
    reached = await answeringWay(options)
    if (reached !== null) break
    if (performance.now() > deadlineMs) throw tooSlow(options)
    await delay(pollMs, undefined, { signal })
  }
  const served = await requireAnswer(reached, { ...options, model: routedModel(launch) })
  await watch.read()
  return { ...served, reached }
}

/** Fails if the SSH server does not allow forwarding, because waiting does not change that. */
async function answeringWay({
  launch,
  reached,
  signal,
}: AwaitOptions): Promise<ReachedServer | null> {
  const asking = { isRouter: launch.instances !== undefined, signal }
  const isAnswered = await isHealthy(reached, asking)
  const failure = reached.failure()
  const directUrl = reached.directUrl()
  const isForbidden = failure?.code === 'unsupported'
  if (isForbidden && directUrl === null) throw failure
  if (directUrl !== null && (isAnswered || isForbidden)) {
    const direct = directly(directUrl, reached)
    if (await isHealthy(direct, asking)) return direct
  }
  return isAnswered ? reached : null
}

/** The model name for requests to a server behind a router. */
function routedModel({ profile, instances }: Launch): string | null {
  if (instances === undefined) return null
  const served = profile.config.flags['served-model-name']
  const [first] = Array.isArray(served) ? served : [served]
  return typeof first === 'string' ? first : profile.config.model
}

function waits({ job }: LaunchStatus): boolean {
  return job !== null && isWaiting(job)
}

function tooSlow({ launcher, launch, watch, reached }: AwaitOptions): AppError {
  const failure = reached.failure()
  const text = message('failures.notReady', {
    host: launcher.hostName,
    seconds: launch.profile.readyTimeoutS,
    line: watch.lines().at(-1) ?? message('launch.nothing'),
  })
  return new AppError(
    'launch-failed',
    failure === null ? text : message('failures.followed', { text, more: textOf(failure) }),
    { remedy: message('launch.notReady.remedy') },
  )
}

type ServedFacts = Readonly<{
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
/** The list of models, or a demand for a key. */
const listing: ReadonlySet<number> = new Set([200, 401, 403])
const requestTimeoutMs = 120_000

/**
 * Routers have other paths than servers. Any response of a router suffices, because it starts after its instances. Servers
 * without `/health` are ready when they list their models, or when they require a key for that. Exported for tests.
 */
export async function isHealthy(
  { baseUrl, openStream }: QueryTarget,
  { isRouter, signal }: Readonly<{ isRouter: boolean; signal: AbortSignal }>,
): Promise<boolean> {
  const access = { baseUrl, headers: {}, insecure: false }
  const client = new HttpClient(access, { timeoutMs: healthTimeoutMs, openStream })
  const statusAt = async (path: string) =>
    (await client.ask('GET', path, { signal }).catch(() => null))?.status ?? 0
  try {
    const health = await statusAt('/health')
    if (isRouter) return health > 0 && health < 500
    return isRouteMissing(health) ? listing.has(await statusAt('/v1/models')) : health === 200
  } finally {
    client.close()
  }
}

async function requireAnswer(
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
