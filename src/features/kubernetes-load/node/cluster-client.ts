// A cluster of the kubeconfig: requests to its API server, and programs in its pods. Credentials come from the official client,
// whose thousands of models are not bundled: the few necessary objects have their own schemas.
import { request as plainRequest } from 'node:http'
import { request as tlsRequest, type RequestOptions } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { IncomingMessage } from 'node:http'
import { KubeConfig } from '@kubernetes/client-node/dist/config.js'
import WebSocket from 'ws'
import { z } from 'zod'
import { podsPrefix } from '#features/kubernetes-load/core/load-pods.ts'
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { ClusterContext } from '#core/model/host.ts'
import { parsedJson } from '#core/base/parsed-json.ts'

/** Protocol of Kubernetes 1.30 and later, the first that can signal the end of input. */
const protocol = 'v5.channel.k8s.io'
const longestRequestMs = 30_000
/** Timeout of a program that issues credentials and may open a browser. */
const longestLoginMs = 120_000

const statusSchema = z.object({ message: z.string().default(''), reason: z.string().default('') })

export type Reply = Readonly<{ code: number; body: unknown; why: string }>

/** Contexts of the kubeconfig; none if there is no kubeconfig. */
export function clusterContexts(): readonly ClusterContext[] {
  return contextsOf(readKubeconfig()).map(({ name, namespace }) => ({
    on: `${podsPrefix}${name}`,
    namespace: namespace ?? 'default',
  }))
}

/** Without a kubeconfig the client falls back to a default server on localhost, which the user did not choose. */
function contextsOf(config: KubeConfig) {
  return config
    .getContexts()
    .filter(({ cluster }) => config.getCluster(cluster)?.server !== 'http://localhost:8080')
}

export class ClusterClient {
  readonly context: string
  readonly namespace: string
  readonly #config: KubeConfig
  readonly #server: string

  /** `cluster` is `CONTEXT` or `CONTEXT/NAMESPACE`. Throws if the kubeconfig has no such context. */
  constructor(cluster: string) {
    const config = readKubeconfig()
    const contexts = contextsOf(config)
    const end = cluster.lastIndexOf('/')
    const whole = contexts.find(({ name }) => name === cluster)
    const found = whole ?? contexts.find(({ name }) => name === cluster.slice(0, Math.max(0, end)))
    if (found === undefined)
      throw noContext(
        cluster,
        contexts.map(({ name }) => name),
      )
    config.setCurrentContext(found.name)
    this.#config = config
    this.#server = config.getCurrentCluster()?.server ?? ''
    this.context = found.name
    this.namespace = (whole === undefined ? cluster.slice(end + 1) : found.namespace) || 'default'
  }

  /** API path below the namespace. */
  path(group: 'api/v1' | 'apis/batch/v1', rest: string): string {
    return `/${group}/namespaces/${encodeURIComponent(this.namespace)}/${rest}`
  }

  /** Throws if the API server is unreachable, or rejects the credentials. */
  async request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Reply> {
    const { code, said } = await this.#exchange(method, path, body).catch((error: unknown) => {
      throw this.#unreachable(error)
    })
    const parsed = parsedJson(said) ?? null
    const why = statusSchema.safeParse(parsed).data?.message ?? ''
    if (code === 401) throw this.#refused(why || 'Unauthorized')
    return { code, body: parsed, why }
  }

  /** Opens a stream with the channels of a program in a pod. */
  async openProgram(pod: string, query: URLSearchParams, signal?: AbortSignal): Promise<WebSocket> {
    const url = `${this.#server}${this.path('api/v1', `pods/${pod}/exec?${query.toString()}`)}`
    const options: WebSocket.ClientOptions = { handshakeTimeout: longestRequestMs }
    await this.#authorize(options)
    const socket = new WebSocket(url.replace(/^http/, 'ws'), [protocol], options)
    const leave = () => socket.terminate()
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await opened(socket, (problem) => this.#notOpened(pod, problem))
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  async #exchange(method: string, path: string, body?: object) {
    const options: RequestOptions = { method, timeout: longestRequestMs }
    await this.#authorize(options)
    const sent = body === undefined ? null : JSON.stringify(body)
    const headers = {
      ...options.headers,
      accept: 'application/json',
      'content-type': 'application/json',
    }
    const open = this.#server.startsWith('https:') ? tlsRequest : plainRequest
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = open(`${this.#server}${path}`, { ...options, headers }, resolve)
      request.on('timeout', () => request.destroy(new Error('no response')))
      request.on('error', reject)
      request.end(sent ?? undefined)
    })
    return { code: response.statusCode ?? 0, said: await text(response) }
  }

  /** Adds credentials. Programs that issue them may fail here, or wait for input that never arrives. */
  async #authorize(options: RequestOptions | WebSocket.ClientOptions): Promise<void> {
    const patience = new AbortController()
    const tooLate = delay(longestLoginMs, undefined, { signal: patience.signal, ref: false })
    const authorized = this.#config.applyToHTTPSOptions(options).catch((error: unknown) => {
      throw this.#withoutCredentials(loginProblem(error))
    })
    const late = tooLate.then(() => {
      const seconds = longestLoginMs / 1000
      throw this.#withoutCredentials(message('loadPods.loginTooLong', { seconds }))
    })
    late.catch(() => undefined)
    await Promise.race([authorized, late]).finally(() => patience.abort())
    this.#checkBySocks(options)
  }

  /** Checks the certificate by the server's name, because the agent for SOCKS proxies drops the name if it is an address. */
  #checkBySocks(options: RequestOptions | WebSocket.ClientOptions): void {
    const { proxyUrl = '', tlsServerName } = this.#config.getCurrentCluster() ?? {}
    if (!proxyUrl.startsWith('socks')) return
    const server = tlsServerName ?? new URL(this.#server).hostname.replaceAll(/[[\]]/g, '')
    Object.assign(options, {
      checkServerIdentity: (_: string, certificate: PeerCertificate) =>
        checkServerIdentity(server, certificate),
    })
  }

  #notOpened(pod: string, problem: Error | Reply): AppError {
    if (problem instanceof Error) {
      return /subprotocol/i.test(problem.message)
        ? appError('unsupported', 'loadPods.old', { protocol }, { field: 'on' })
        : this.#unreachable(problem)
    }
    const why = (problem.why || String(problem.code)).replace(/\.$/, '')
    return new AppError('host-failed', message('loadPods.program', { pod, why }), { field: 'on' })
  }

  #unreachable(error: unknown): AppError {
    if (error instanceof AppError) return error
    const { context } = this
    const why = this.#byProxy(firstLine(error))
    const given = { server: this.#server, context, why }
    return appError(
      'host-unreachable',
      'loadPods.unreachable',
      { ...given, context },
      { field: 'on' },
    )
  }

  /** Address of the proxy without its password. */
  #byProxy(why: string): Text {
    const { proxyUrl } = this.#config.getCurrentCluster() ?? {}
    if (proxyUrl === undefined) return why
    const proxy = URL.parse(proxyUrl)?.host ?? ''
    return message('loadPods.byProxy', { proxy, why })
  }

  #withoutCredentials(why: Text): AppError {
    const { context } = this
    return appError('host-failed', 'loadPods.noCredentials', { context, why }, { field: 'on' })
  }

  #refused(why: Text): AppError {
    const { context } = this
    return appError('host-failed', 'loadPods.credentials', { context, why }, { field: 'on' })
  }
}

/** Hides the parser's error, because it quotes the file, which contains secrets. */
function readKubeconfig(): KubeConfig {
  const config = new KubeConfig()
  try {
    config.loadFromDefault()
    return config
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    const why = typeof code === 'string' ? code : error instanceof Error ? error.name : 'Error'
    throw appError('invalid-input', 'loadPods.noKubeconfig', { why }, { field: 'on' })
  }
}

function noContext(cluster: string, names: readonly string[]): AppError {
  const contexts = names.length > 0 ? names.join(', ') : message('loadPods.noContexts')
  return appError(
    'invalid-input',
    'loadPods.noContext',
    { context: cluster, contexts },
    { field: 'on' },
  )
}

function opened(
  socket: WebSocket,
  errorOf: (problem: Error | Reply) => AppError,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.on('error', (error) => reject(errorOf(error)))
    socket.once('close', () => reject(errorOf(new Error('closed'))))
    socket.once('unexpected-response', (request, response) => {
      void text(response)
        .then((said) => {
          const body = parsedJson(said) ?? null
          const why = statusSchema.safeParse(body).data?.message ?? said.trim().slice(0, 300)
          reject(errorOf({ code: response.statusCode ?? 0, body, why }))
        })
        .catch((error: unknown) => reject(errorOf(new Error(String(error)))))
        .finally(() => request.destroy())
    })
  })
}

/** Hides a parser's error, because it quotes the program's output, which may be a token. */
function loginProblem(error: unknown): Text {
  const isOfOutput = error instanceof SyntaxError || error instanceof TypeError
  return isOfOutput ? message('loadPods.loginWithout') : firstLine(error)
}

function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (error.message || code).split('\n')[0]?.replace(/\.$/, '') ?? code
}
