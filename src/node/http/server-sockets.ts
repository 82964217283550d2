// Opens connections for undici: to the server's address, or over streams that lead there. Pending ones can be aborted, while
// undici would only let them time out.
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import type { buildConnector } from 'undici'
import type { PlannedTls } from '#contract/load-protocol.ts'
import { secureContext } from '../load/connections/client-tls.ts'
import { connectTimeout } from '#node/load/failure.ts'
import { hostOf } from '../load/connections/connector.ts'

/** A stream to the server, for example over SSH. */
export type OpenStream = () => Promise<Duplex>

export type ServerSocketsOptions = Readonly<{
  url: URL
  /** Whether to skip verification of the server's certificate. */
  insecure: boolean
  tls?: PlannedTls | undefined
  /** Time limit for one connection attempt. */
  timeoutMs: number
  openStream: OpenStream | null
  /** Whether to use HTTP/2: over TLS if the server offers it, without TLS in any case. */
  http2: boolean
}>

export class ServerSockets {
  readonly #options: ServerSocketsOptions
  readonly #opening = new Set<Socket>()
  #isAbandoned: Error | null = null

  constructor(options: ServerSocketsOptions) {
    this.#options = options
  }

  readonly open: buildConnector.connector = (_options, callback) => {
    this.#open().then(
      (socket) => withoutHaste(() => callback(null, socket)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }

  abandon(reason: Error): void {
    this.#isAbandoned = reason
    for (const socket of this.#opening) socket.destroy(reason)
  }

  async #open(): Promise<Socket> {
    const { url, openStream } = this.#options
    const isSecure = url.protocol === 'https:'
    if (openStream === null) {
      return isSecure
        ? this.#opened(this.#secure(), 'secureConnect')
        : this.#asAgreed(await this.#opened(connect(this.#address), 'connect'))
    }
    // Undici needs only a duplex stream, though its types require a socket.
    const stream = (await openStream()) as Socket
    if (this.#isAbandoned !== null) stream.destroy()
    stream.on('error', () => undefined)
    return isSecure ? this.#opened(this.#secure(stream), 'secureConnect') : stream
  }

  /** Without TLS nothing is negotiated; undici reads the protocol from this field. */
  #asAgreed(socket: Socket): Socket {
    return this.#options.http2 ? Object.assign(socket, { alpnProtocol: 'h2' }) : socket
  }

  async #opened(socket: Socket, event: string): Promise<Socket> {
    this.#opening.add(socket)
    const timer = setTimeout(() => socket.destroy(connectTimeout()), this.#options.timeoutMs)
    try {
      await once(socket, event)
      return socket.on('error', () => undefined)
    } finally {
      clearTimeout(timer)
      this.#opening.delete(socket)
    }
  }

  get #address() {
    const { url } = this.#options
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    return { host: hostOf(url), port, noDelay: true, keepAlive: true }
  }

  #secure(socket?: Socket): Socket {
    const host = hostOf(this.#options.url)
    // Loaded on first use, because it takes a few milliseconds at start-up.
    return process.getBuiltinModule('node:tls').connect({
      ...(socket ? { socket, host } : this.#address),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: !this.#options.insecure,
      secureContext: secureContext(this.#options.tls),
      ALPNProtocols: this.#options.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
    })
  }
}

/**
 * The first connection compiles undici's parser. V8 would soon recompile it with optimizations, which takes 60 ms of a core and
 * pays off only after more bytes than queries receive.
 */
function withoutHaste(connected: () => void): void {
  setFlagsFromString('--wasm-tiering-budget=100000000')
  connected()
  setFlagsFromString('--wasm-tiering-budget=13000000')
}
