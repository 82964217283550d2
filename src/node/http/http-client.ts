// The client for all HTTP that is not measured, such as queries about a server; uses undici.
import type { Dispatcher } from 'undici'
import type { PlannedTls } from '#contract/load-protocol.ts'
import { clientTls, tlsOptions } from '#node/load/connections/client-tls.ts'
import { serverUrl } from '#core/backends/server-address.ts'
import { requireSendable } from '#core/protocol/requests/headers.ts'
import { headerSecrets, secretsInAddress } from '#core/redaction/presentable.ts'
import { knownSecretRedactor, rememberSecrets } from '#node/crash/known-secrets.ts'
import { isLostConnection } from '#node/load/failure.ts'
import { environmentProxy } from '#node/load/connections/environment-proxy.ts'
import { dispatchOnce, type HttpAnswer } from './answer-handler.ts'
import { explained, largestAnswerBytes, largestHeadBytes, unanswered } from './http-failure.ts'
import { type OpenStream, ServerSockets, type ServerSocketsOptions } from './server-sockets.ts'
import Agent from 'undici/lib/dispatcher/agent.js'

/** Address of a server, and the headers of every request to it. */
export type ServerAccess = Readonly<{
  /** URL without a trailing slash. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** Whether to skip verification of the server's certificate. */
  insecure: boolean
  /** Trusted certificates and the client certificate; default: from the environment. */
  tls?: PlannedTls | undefined
  /** Whether to use HTTP/2 if the server speaks it, as the load does. */
  http2?: boolean
}>

export type { HttpAnswer } from './answer-handler.ts'

const routeStatuses: ReadonlySet<number> = new Set([404, 405, 501])

/** Whether a status means that the server lacks this endpoint. */
export function isRouteMissing(status: number): boolean {
  return routeStatuses.has(status)
}

type Method = 'GET' | 'POST'

type Question = Readonly<{
  /** Headers; default: the server's. */
  headers?: ServerAccess['headers']
  body?: Uint8Array
  /** Called with each part of the response as it arrives, secrets included. */
  onData?: (bytes: Uint8Array) => void
  signal?: AbortSignal | undefined
}>

type HttpClientOptions = Readonly<{
  /** Time limit for each request, from connecting to the end of the body. */
  timeoutMs?: number
  /** Opens a stream to a server that is not directly reachable, for example over SSH. */
  openStream?: OpenStream | null
}>

const usualTimeoutMs = 10_000

/** Sends one request over a separate connection. Rejects if there is no response; resolves with any status. */
export async function exchange(
  method: Method,
  path: string,
  {
    access,
    openStream = null,
    ...question
  }: Question & Pick<HttpClientOptions, 'openStream'> & Readonly<{ access: ServerAccess }>,
): Promise<HttpAnswer> {
  const client = new HttpClient(access, { openStream })
  try {
    return await client.ask(method, path, question)
  } finally {
    client.close()
  }
}

/** One agent for one server: requests share its connections until it is closed. */
export class HttpClient {
  readonly #access: ServerAccess
  readonly #timeoutMs: number
  readonly #proxy: URL | null
  readonly #agent: ServerAgent
  #hasAnswered = false

  constructor(
    access: ServerAccess,
    { timeoutMs = usualTimeoutMs, openStream = null }: HttpClientOptions = {},
  ) {
    const { baseUrl, insecure, http2 = false } = access
    rememberSecrets([...headerSecrets(access.headers), ...secretsInAddress(baseUrl)])
    const url = new URL(baseUrl)
    this.#access = access
    this.#timeoutMs = timeoutMs
    this.#proxy = openStream === null ? environmentProxy(url) : null
    const { tls = clientTls(baseUrl) } = access
    const options = { url, insecure, tls, http2, timeoutMs, openStream, proxy: this.#proxy }
    this.#agent = new ServerAgent({ ...options, headers: access.headers })
  }

  /** Rejects if there is no response; resolves with any status. Secrets that the server repeats are replaced by `***`. */
  async ask(
    method: Method,
    path: string,
    { headers = this.#access.headers, body, signal, onData }: Question = {},
  ): Promise<HttpAnswer> {
    // `path` is a path on the server, or a full URL of the server.
    const url = new URL(path.startsWith('/') ? serverUrl(this.#access.baseUrl, path) : path)
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: sendable(headers, this.#proxy !== null),
      body: body ?? null,
    }
    ending.throwIfAborted()
    const answer = await this.#answer(options, ending, onData)
    this.#hasAnswered = true
    const redact = knownSecretRedactor()
    return redact === null ? answer : redact(answer)
  }

  /** Closes the client; pending requests get no response. */
  close(): void {
    this.#agent.close()
  }

  /** Retries once, because a server may close a kept-alive connection just as the next request is sent. */
  async #answer(
    options: Dispatcher.DispatchOptions,
    ending: AbortSignal,
    onData: Question['onData'],
  ): Promise<HttpAnswer> {
    try {
      return await this.#dispatch(options, ending, onData)
    } catch (error) {
      const mayResend = this.#hasAnswered && error instanceof Error && isLostConnection(error)
      if (!mayResend || ending.aborted) throw error
      return await this.#dispatch(options, ending, onData)
    }
  }

  async #dispatch(
    options: Dispatcher.DispatchOptions,
    ending: AbortSignal,
    onData: Question['onData'],
  ): Promise<HttpAnswer> {
    try {
      return await dispatchOnce(await this.#agent.dispatcher(), options, ending, onData)
    } catch (error) {
      throw explained(error, this.#proxy)
    }
  }
}

/** Set by undici for each connection. */
const hopByHop = /^(connection|keep-alive|upgrade)$/i

function sendable(headers: ServerAccess['headers'], hasProxy: boolean): Record<string, string> {
  const entries = Object.entries(headers)
  for (const [name, value] of entries) requireSendable(name, value)
  const isLeftOut = (name: string) =>
    hopByHop.test(name) || (hasProxy && proxyAuthorization.test(name))
  return Object.fromEntries(entries.filter(([name]) => !isLeftOut(name)))
}

type ServerAgentOptions = ServerSocketsOptions &
  Readonly<{
    proxy: URL | null
    /** Headers of every request; proxy headers are sent to the proxy. */
    headers: Readonly<Record<string, string>>
  }>

/** Undici sends this header to the proxy only if it is given separately. */
const proxyAuthorization = /^proxy-authorization$/i

/** Servers of this kind close idle connections after 5 s; the client closes first. */
const idleMs = 4000

class ServerAgent {
  readonly #options: ServerAgentOptions
  readonly #sockets: ServerSockets
  #dispatcher: Promise<Dispatcher> | null = null

  constructor(options: ServerAgentOptions) {
    this.#options = options
    this.#sockets = new ServerSockets(options)
  }

  dispatcher(): Promise<Dispatcher> {
    this.#dispatcher ??= this.#create()
    return this.#dispatcher
  }

  close(): void {
    this.#sockets.abandon(unanswered)
    void this.#dispatcher?.then((dispatcher) => dispatcher.destroy(unanswered))
  }

  async #create(): Promise<Dispatcher> {
    const { proxy, insecure, tls, http2, timeoutMs, headers } = this.#options
    const limits = {
      allowH2: http2,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      maxHeaderSize: largestHeadBytes,
      maxResponseSize: largestAnswerBytes,
    }
    if (proxy === null) return new Agent({ ...limits, connect: this.#sockets.open })
    const [{ default: ProxyAgent }, { default: Pool }, { default: connect }] = await Promise.all([
      import('undici/lib/dispatcher/proxy-agent.js'),
      import('undici/lib/dispatcher/pool.js'),
      import('undici/lib/api/api-connect.js'),
    ])
    return new ProxyAgent({
      ...limits,
      uri: proxy.href,
      // Only undici's index adds this method to its dispatchers.
      clientFactory: (origin, options) => Object.assign(new Pool(origin, options), { connect }),
      connectTimeout: timeoutMs,
      headers: Object.fromEntries(
        Object.entries(headers)
          .filter(([name]) => proxyAuthorization.test(name))
          .map(([name, value]) => [name.toLowerCase(), value]),
      ),
      requestTls: { rejectUnauthorized: !insecure, ...(tls !== undefined && tlsOptions(tls)) },
    })
  }
}
