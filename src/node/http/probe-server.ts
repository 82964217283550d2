// Queries a server for its models before anything is measured, so that a wrong address is detected within a second.
import { serverUrl } from '#core/backends/server-address.ts'
import { z } from 'zod'
import { type Message, message, MessageError, type Text, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { engineTraits, recognisedEngine, type ServerEngine } from '#core/model/server-engine.ts'
import type { ServerFacts } from '#core/model/server.ts'
import { kvCacheTokens } from '#core/base/metrics-text.ts'
import { asText, parseObject } from '#core/protocol/json-value.ts'
import { errorIn } from '#core/protocol/stream-event.ts'
import { parsedJson } from '#core/base/parsed-json.ts'
import { environmentProxy } from '#node/load/connections/environment-proxy.ts'
import { connectionProblem, failureOf } from '#node/load/failure.ts'
import { type HttpAnswer, HttpClient, type ServerAccess } from './http-client.ts'
import { readModelList, type ServedModel } from './model-list.ts'
import { metricsAnswer } from './page-at.ts'
import type { OpenStream } from './server-sockets.ts'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { tlsOptions } from '../load/connections/client-tls.ts'
import { hostOf } from '../load/connections/connector.ts'

type ProbeQuestion = Readonly<{
  access: ServerAccess
  /** The requested model, by id or root; null selects the first one served. */
  model: string | null
  signal: AbortSignal
  /** Stream to a server that is not directly reachable. */
  openStream?: OpenStream | null
}>

type ProbeRequest = ProbeQuestion & Readonly<{ client: HttpClient }>

export type ProbedServer = Readonly<{
  facts: ServerFacts
  /** Model name for requests. */
  modelId: string
  /** Source of its weights, which also names its tokenizer. */
  modelRoot: string
  /** Base model of an adapter; null for other models. */
  modelParent: string | null
}>

const answerSchema = z.record(z.string(), z.unknown())

const simulatedVersion = '0.0.0-sim'

export async function probeServer(question: ProbeQuestion): Promise<ProbedServer> {
  const { access, openStream = null } = question
  const client = new HttpClient(access, { openStream })
  try {
    return await probed({ ...question, client })
  } finally {
    client.close()
  }
}

async function probed(question: ProbeRequest): Promise<ProbedServer> {
  const { model, unlisted } = chooseModel(await servedModels(question), question)
  const gpuCount = model.gpu_count ?? null
  const [usualVersion, metrics] = await Promise.all([
    versionAt(question, engineTraits.vllm.version),
    metricsOf(question),
  ])
  const engine = recognisedEngine(model.owned_by ?? null, metrics)
  const version = usualVersion ?? (await ownVersion(question, engine))
  return {
    modelId: model.id,
    modelRoot: model.root ?? model.id,
    modelParent: model.parent ?? null,
    facts: {
      model: model.id,
      maxModelLen: model.max_model_len ?? model.meta?.n_ctx ?? null,
      version,
      kvCacheTokens: metrics === null ? null : kvCacheTokens(metrics),
      simulated: version === simulatedVersion || engine === 'simulator',
      ...(engine !== null && { engine }),
      ...(gpuCount !== null && { gpuCount }),
      ...(unlisted !== undefined && { unlisted }),
    },
  }
}

/** Null if the model is given and there is no list, because the original client does not read the list then. */
async function servedModels({
  client,
  access,
  model,
  signal,
  openStream = null,
}: ProbeRequest): Promise<readonly ServedModel[] | null> {
  const url = serverUrl(access.baseUrl, '/v1/models')
  const answer = await client.ask('GET', '/v1/models', { signal }).catch(async (error: unknown) => {
    if (error instanceof AppError) throw error
    if (signal.aborted) throw cancelled()
    if (await wantsTls(access, error)) throw tlsWanted(url)
    throw unreachable(url, (await alertBehind(access, error)) ?? error)
  })
  const proxy = openStream === null ? environmentProxy(new URL(access.baseUrl)) : null
  const isPage = answer.contentType.includes('html')
  if (answer.status === 407) throw credentialsWanted(url, proxy)
  if (answer.location !== null && answer.status >= 300 && answer.status < 400) {
    const { status, location: place } = answer
    throw appError(
      'not-an-llm-server',
      'runs.redirected',
      { url, status, place },
      { field: 'baseUrl' },
    )
  }
  if (plainOnTls.test(answer.body) && answer.status === 400) throw tlsWanted(url)
  const list = readModelList(parsedJson(answer.body.replace(/^\uFEFF/, '')))
  if (answer.status === 200 && list !== null) return list
  const isRefused = answer.status === 401 || answer.status === 403
  if (isRefused && (model === null || isPage || !hasKey(access))) {
    const isOfProxy = proxy !== null && !answer.contentType.includes('json')
    throw isOfProxy ? proxyForbids(url, answer.status, proxy) : keyWanted(url, answer.status)
  }
  if (answer.status === 503 || saysLoading(answer.body)) {
    const health = model === null ? null : await client.ask('GET', '/health', { signal })
    if (health?.status !== 200) throw stillLoading(url, answer.status)
  }
  if (model !== null && !isPage) return null
  throw noModelList(url, answer)
}

function hasKey({ headers }: ServerAccess): boolean {
  return Object.keys(headers).some((name) => /^(authorization|.*api-?key)$/i.test(name))
}

function saysLoading(body: string): boolean {
  const { status, state } = parseObject(body) ?? {}
  return /^(loading|starting|initiali[sz]ing|warming)/i.test(asText(status) || asText(state))
}

type Choice = Readonly<{ model: ServedModel; unlisted?: ServerFacts['unlisted'] }>

/** A given model is requested even if the list lacks it, because some servers accept any name. */
function chooseModel(
  served: readonly ServedModel[] | null,
  { model, access }: Pick<ProbeQuestion, 'model' | 'access'>,
): Choice {
  if (model === null) {
    const first = served?.[0]
    if (first === undefined) throw noModel(access.baseUrl)
    return { model: first }
  }
  const listed =
    served?.find(({ id }) => id === model) ?? served?.find(({ root }) => root === model)
  if (listed !== undefined) return { model: listed }
  return { model: { id: model }, unlisted: { listed: served?.map(({ id }) => id) ?? null } }
}

function noModel(baseUrl: string): AppError {
  return appError('model-not-found', 'runs.noModelServed', { url: baseUrl }, { field: 'model' })
}

type VersionPlace = (typeof engineTraits)[ServerEngine]['version']

/** Optional facts; absent if a server has no such endpoint. */
async function versionAt(
  { client, signal }: ProbeRequest,
  { path, key }: VersionPlace,
): Promise<string | null> {
  const answer = await client.ask('GET', path, { signal }).catch(() => null)
  const parsed = answerSchema.safeParse(parsedJson(answer?.body ?? ''))
  const version = parsed.data?.[key]
  return typeof version === 'string' ? version : null
}

/** Version of an engine that reports it at an engine-specific path. */
async function ownVersion(
  question: ProbeRequest,
  engine: ServerEngine | null,
): Promise<string | null> {
  if (engine === null) return null
  const place = engineTraits[engine].version
  return place.path === engineTraits.vllm.version.path ? null : await versionAt(question, place)
}

async function metricsOf({ client, signal }: ProbeRequest): Promise<string | null> {
  const answer = await metricsAnswer(client, '/metrics', signal).catch(() => null)
  return answer === null ? null : answer.body
}

/** Response of Go and nginx to plain HTTP on a TLS port. */
const plainOnTls = /HTTP request (was sent )?to (an )?HTTPS/i

/** Other servers close the connection, or send a TLS alert. */
async function wantsTls({ baseUrl }: ServerAccess, error: unknown): Promise<boolean> {
  if (!(error instanceof Error) || !/^http:/i.test(baseUrl)) return false
  const { code } = failureOf(error)
  return (code === 'reset' || code === 'malformed') && (await speaksTls(baseUrl))
}

async function alertBehind(access: ServerAccess, error: unknown): Promise<Error | null> {
  const isCut = error instanceof Error && failureOf(error).code === 'reset'
  return isCut && /^https:/i.test(access.baseUrl) ? tlsAlert(access) : null
}

function tlsWanted(url: string): AppError {
  const secure = url.replace(/^http:/i, 'https:')
  return appError('server-unreachable', 'runs.wantsTls', { url, secure }, { field: 'baseUrl' })
}

function cancelled(): AppError {
  return new AppError('cancelled', message('runs.probeCancelled'))
}

function unreachable(url: string, error: unknown): AppError {
  const known =
    error instanceof MessageError
      ? { problem: error.content.message, remedy: error.content.remedy }
      : connectionProblem(error)
  if (known !== null && (known.remedy !== null || error instanceof MessageError)) {
    const { problem: text, remedy } = known
    const usual = message('runs.noAnswerBecause.remedy')
    const options = { field: 'baseUrl', remedy: remedy ?? usual, cause: error }
    return new AppError('server-unreachable', message('common.at', { place: url, text }), options)
  }
  return appError(
    'server-unreachable',
    'runs.noAnswerBecause',
    { url, why: reasonOf(error) },
    { field: 'baseUrl', cause: error },
  )
}

function stillLoading(url: string, status: number): AppError {
  return appError('server-unreachable', 'runs.notReady', { url, status }, { field: 'baseUrl' })
}

function keyWanted(url: string, status: number): AppError {
  return appError('invalid-input', 'runs.keyNeeded', { url, status }, { field: 'header' })
}

function credentialsWanted(url: string, proxy: URL | null): AppError {
  const place = proxy?.host ?? message('runs.unnamedProxy')
  return appError('server-unreachable', 'runs.proxyCredentials', { url, proxy: place })
}

function proxyForbids(url: string, status: number, { host: proxy }: URL): AppError {
  return appError('server-unreachable', 'runs.proxyForbids', { url, status, proxy })
}

function noModelList(url: string, { status, contentType, body }: HttpAnswer): AppError {
  const isPage = contentType.includes('html')
  const error = errorIn(body)
  const quoted = error === null ? '' : `"${error.slice(0, 200)}"`
  const what = isPage
    ? message('runs.webPage')
    : quoted || contentType || message('runs.unknownContent')
  return appError(
    'not-an-llm-server',
    'runs.notAModelList',
    { url, status, what },
    { field: 'baseUrl' },
  )
}

const reasons: Readonly<Record<string, Message>> = {
  ECONNREFUSED: message('runs.nothingListens'),
  ENOTFOUND: message('runs.noSuchHost'),
  EAI_AGAIN: message('runs.noNameServer'),
  ENETUNREACH: message('runs.noRoute'),
  EHOSTUNREACH: message('runs.noRoute'),
  ECONNRESET: message('runs.connectionCut'),
  ETIMEDOUT: message('runs.connectionTimedOut'),
  CONNECT_TIMEOUT: message('runs.connectionTimedOut'),
  ABORT_ERR: message('runs.probeTimeout'),
}

function reasonOf(error: unknown): Text {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? textOf(error)
}

const tlsPatienceMs = 2000

/** Whether a port uses TLS: servers such as uvicorn close plain connections without a response. */
async function speaksTls(baseUrl: string): Promise<boolean> {
  const socket = connect({ ...placeOf(new URL(baseUrl)), rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(tlsPatienceMs) })
    return true
  } catch {
    return false
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

/** The alert that a server sends after the handshake to a rejected client; null if there is none. */
async function tlsAlert({ baseUrl, tls, insecure }: ServerAccess): Promise<Error | null> {
  const place = placeOf(new URL(baseUrl))
  const socket = connect({ ...place, ...tlsOptions(tls), rejectUnauthorized: !insecure })
  try {
    await once(socket.resume(), 'close', { signal: AbortSignal.timeout(tlsPatienceMs) })
    return null
  } catch (error) {
    return error instanceof Error && error.name !== 'AbortError' ? error : null
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

function placeOf(url: URL) {
  return { host: hostOf(url), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) }
}
