// The agent for connections to one server: direct, through a proxy, or over a given stream.
import type { Dispatcher } from 'undici'
import Agent from 'undici/lib/dispatcher/agent.js'
import { tlsOptions } from '../load/connections/client-tls.ts'
import { largestAnswerBytes, largestHeadBytes, unanswered } from './http-failure.ts'
import { ServerSockets, type ServerSocketsOptions } from './server-sockets.ts'

type ServerAgentOptions = ServerSocketsOptions &
  Readonly<{
    proxy: URL | null
    /** Headers of every request; proxy headers are sent to the proxy. */
    headers: Readonly<Record<string, string>>
  }>

/** Undici sends this header to the proxy only if it is given separately. */
export const proxyAuthorization = /^proxy-authorization$/i

/** Servers of this kind close idle connections after 5 s; the client closes first. */
const idleMs = 4000

export class ServerAgent {
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
    const { proxy, insecure, tls, timeoutMs, headers } = this.#options
    const limits = {
      allowH2: false,
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
      // Only undici's index gives its dispatchers this method.
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
