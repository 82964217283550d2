// The client for all HTTP that is not measured: queries about a server, over undici.
import type { Dispatcher } from 'undici'
import type { PlannedTls } from '#contract/load-protocol.ts'
import { clientTls } from '#node/load/connections/client-tls.ts'
import { serverUrl } from '#core/backends/server-address.ts'
import { requireSendable } from '#core/protocol/requests/headers.ts'
import { headerSecrets, secretsInAddress } from '#core/redaction/presentable.ts'
import { knownSecretRedactor, rememberSecrets } from '#node/crash/known-secrets.ts'
import { isLostConnection } from '#node/load/failure.ts'
import { environmentProxy } from '#node/load/connections/environment-proxy.ts'
import { dispatchOnce, type HttpAnswer } from './answer-handler.ts'
import { explained } from './http-failure.ts'
import { proxyAuthorization, ServerAgent } from './server-agent.ts'
import type { OpenStream } from './server-sockets.ts'

/** Address of a server, and the headers of every request to it. */
export type ServerAccess = Readonly<{
  /** URL without a trailing slash. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** Skip verification of the server's certificate. */
  insecure: boolean
  /** Certificates it trusts and sends; default: the environment's. */
  tls?: PlannedTls | undefined
}>

export type { HttpAnswer } from './answer-handler.ts'

const routeStatuses: ReadonlySet<number> = new Set([404, 405, 501])

/** Whether a status means that the server has no such endpoint. */
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
  /** Limit for each request, from connecting to the end of the body. */
  timeoutMs?: number
  /** Opens a stream to a server that its address does not reach, as over SSH. */
  openStream?: OpenStream | null
}>

const usualTimeoutMs = 10_000

/** Sends one request over a separate connection. Rejects without a response; any status is a response. */
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
    const { baseUrl, insecure } = access
    rememberSecrets([...headerSecrets(access.headers), ...secretsInAddress(baseUrl)])
    const url = new URL(baseUrl)
    this.#access = access
    this.#timeoutMs = timeoutMs
    this.#proxy = openStream === null ? environmentProxy(url) : null
    const { tls = clientTls(baseUrl) } = access
    const options = { url, insecure, tls, timeoutMs, openStream, proxy: this.#proxy }
    this.#agent = new ServerAgent({ ...options, headers: access.headers })
  }

  /** Rejects without a response; any status is a response. Secrets that the server repeats are replaced by `***`. */
  async ask(
    method: Method,
    path: string,
    { headers = this.#access.headers, body, signal, onData }: Question = {},
  ): Promise<HttpAnswer> {
    // `path` is a path of the server, or a whole URL there.
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
