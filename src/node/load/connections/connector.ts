// Opens sockets to the server under test, plain or TLS, with or without a proxy. With `onRead`, all sockets read into one buffer:
// reading allocates nothing, and the data must be used at once. Without it the caller reads.
import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { PlannedTls } from '#contract/load-protocol.ts'
import { secureContext, tls } from './client-tls.ts'
import { connectTimeout, unreachableProxy } from '../failure.ts'
import { readBuffer } from './read-buffer.ts'
import { tunnelRequest } from './proxy-requests.ts'
import { message, MessageError } from '#core/messages/message.ts'

/** Receives bytes from 0 to `length`, valid only during the call. */
export type OnRead = (bytes: Uint8Array, length: number) => void

/** A socket being opened; `opened` rejects if the attempt is aborted or fails. */
export type PendingSocket = Readonly<{ opened: Promise<Socket>; abandon: (reason: Error) => void }>

export type Connector = (onRead: OnRead | null) => PendingSocket

/** Opens one socket at a time; the attempt can be aborted. */
export class Opener {
  readonly #connect: Connector
  #opening: PendingSocket | null = null

  constructor(connect: Connector) {
    this.#connect = connect
  }

  async open(onRead: OnRead | null): Promise<Socket> {
    this.#opening = this.#connect(onRead)
    try {
      return await this.#opening.opened
    } finally {
      this.#opening = null
    }
  }

  abandon(reason: Error): void {
    this.#opening?.abandon(reason)
  }
}

export type ConnectorOptions = Readonly<{
  url: URL
  /** Whether to skip verification of the server's certificate. */
  insecure: boolean
  tls?: PlannedTls | undefined
  /** Limit for one connection attempt. */
  timeoutMs: number
  proxy?: URL | null
  /** ALPN protocols offered to the server, for TLS connections. */
  protocols?: readonly string[]
}>

const keepAliveAfterMs = 60_000

/** The request that opens a tunnel through a proxy, and how its socket is secured. */
type Tunnel = Readonly<{ request: string; secure: (socket: Socket) => Socket }>

export function createConnector(options: ConnectorOptions): Connector {
  const open = socketConnector(options)
  const { proxy = null } = options
  if (proxy === null) return open
  const explain = (error: unknown) => {
    throw unreachableProxy(proxy, error)
  }
  return (onRead) => {
    const { opened, abandon } = open(onRead)
    return { opened: opened.catch(explain), abandon }
  }
}

function socketConnector(options: ConnectorOptions): Connector {
  const { url, timeoutMs, proxy = null } = options
  const hop = addressOf(proxy ?? url, createCachedLookup())
  const isSecure = url.protocol === 'https:'
  const security = isSecure ? securityOf(options) : {}
  return (onRead) => {
    // Node documents that TLS can read into a given buffer, but its types lack the option.
    const reading = onRead === null ? {} : intoBuffer(onRead)
    if (!isSecure) return opening(connect({ ...hop, ...reading }), 'connect', timeoutMs)
    if (proxy === null) {
      const socket = tls().connect({ ...hop, ...security, ...reading })
      return opening(socket, 'secureConnect', timeoutMs)
    }
    return opening(connect(hop), 'connect', timeoutMs, {
      request: tunnelRequest(url, proxy),
      secure: (socket) => securedReader(tls().connect({ ...security, socket }), onRead),
    })
  }
}

function intoBuffer(onRead: OnRead) {
  const callback = (length: number) => (onRead(readBuffer, length), true)
  return { onread: { buffer: readBuffer, callback } }
}

/** TLS over an existing socket cannot read into a given buffer. */
function securedReader(socket: Socket, onRead: OnRead | null): Socket {
  if (onRead === null) return socket
  return socket.on('data', (bytes: Uint8Array) => onRead(bytes, bytes.length))
}

function addressOf(url: URL, lookup: LookupFunction) {
  return {
    host: hostOf(url),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    lookup,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveAfterMs,
  } satisfies TcpNetConnectOpts
}

function securityOf({ url, insecure, tls, protocols = ['http/1.1'] }: ConnectorOptions) {
  const host = hostOf(url)
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: !insecure,
    secureContext: secureContext(tls),
    ALPNProtocols: [...protocols],
  }
}

function opening(
  first: Socket,
  openEvent: string,
  timeoutMs: number,
  tunnel?: Tunnel,
): PendingSocket {
  let socket = first
  const abandon = (reason: Error) => void socket.destroy(reason)
  const timeout = setTimeout(() => abandon(connectTimeout()), timeoutMs)
  const open = async () => {
    await once(first, openEvent)
    if (tunnel === undefined) return first
    await openTunnel(first, tunnel.request)
    // The secure socket reports all further errors.
    first.on('error', () => undefined)
    socket = tunnel.secure(first)
    await once(socket, 'secureConnect')
    return socket
  }
  return { opened: open().finally(() => clearTimeout(timeout)), abandon }
}

type Answer = { readonly error: NodeJS.ErrnoException | null; readonly addresses: LookupAddress[] }

/** Resolves each host name once per run, so that a thousand connections do not cause a thousand lookups. */
function createCachedLookup(): LookupFunction {
  const answers = new Map<string, Promise<Answer>>()
  return (hostname, options, callback) => {
    const answer = answers.get(hostname) ?? resolve(hostname, options)
    answers.set(hostname, answer)
    void answer.then(({ error, addresses }) => {
      const first = addresses[0]
      if (error !== null || first === undefined) callback(error ?? new Error('no address'), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function resolve(hostname: string, options: LookupOptions): Promise<Answer> {
  return new Promise((done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) =>
      done({ error, addresses: addresses ?? [] }),
    )
  })
}

/** Host name, without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Far more than any response to CONNECT needs. */
const longestAnswer = 16 * 1024
const answerEnd = '\r\n\r\n'

function openTunnel(socket: Socket, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const settle = (error: Error | null) => {
      socket.off('data', take).off('end', refuse).off('error', settle)
      socket.pause()
      if (error === null) return resolve()
      socket.destroy()
      reject(error)
    }
    const refuse = () => settle(refused(answer))
    const take = (bytes: Buffer) => {
      answer += bytes.toString('latin1')
      if (answer.includes(answerEnd)) settle(isOpen(answer) ? null : refused(answer))
      else if (answer.length > longestAnswer) refuse()
    }
    socket.on('data', take).on('end', refuse).on('error', settle)
    socket.write(request)
  })
}

function isOpen(answer: string): boolean {
  return /^HTTP\/1\.[01] 2\d\d\b/.test(answer)
}

function refused(answer: string): Error {
  const status = /^HTTP\/1\.[01] (\d{3}[^\r\n]*)/.exec(answer)?.[1]
  const said = status === undefined ? message('runs.proxyClosed') : `HTTP ${status.trim()}`
  return new MessageError(message('runs.proxyRefused', { why: said }))
}
