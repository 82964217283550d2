// Opens sockets to the server under test, plain or TLS, by a proxy or without one, always HTTP/1.1. Whatever they read
// lies in one buffer that all of them share: reading allocates nothing, and what was read must be used at once.
import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import type * as Tls from 'node:tls'
import { createCachedLookup } from './cached-lookup.ts'
import { connectTimeout, unreachableProxy } from '../failure.ts'
import { openTunnel } from './open-tunnel.ts'
import { readBuffer } from '../chunks/read-buffer.ts'
import { tunnelRequest } from './proxy-requests.ts'

/** Told of bytes from 0 to `length`, valid only during the call. */
export type OnRead = (bytes: Uint8Array, length: number) => void

/** A socket on its way: `opened` rejects when it is abandoned or cannot be opened. */
export type Opening = Readonly<{ opened: Promise<Socket>; abandon: (reason: Error) => void }>

export type Connector = (onRead: OnRead) => Opening

export type ConnectorOptions = Readonly<{
  url: URL
  /** Skip verification of the server's certificate. */
  insecure: boolean
  /** For one attempt to connect. */
  timeoutMs: number
  proxy?: URL | null
}>

const keepAliveAfterMs = 60_000

/** How it goes on once a proxy is reached. */
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

function socketConnector({ url, insecure, timeoutMs, proxy = null }: ConnectorOptions): Connector {
  const hop = addressOf(proxy ?? url, createCachedLookup())
  const security = securityOf(hostOf(url), insecure)
  const isSecure = url.protocol === 'https:'
  return (onRead) => {
    const onread = {
      buffer: readBuffer,
      callback: (length: number) => (onRead(readBuffer, length), true),
    }
    // The types of TLS do not know that it reads into a buffer given, though its documentation does.
    const secureOptions = { ...security, onread }
    if (!isSecure) return opening(connect({ ...hop, onread }), 'connect', timeoutMs)
    if (proxy === null) {
      return opening(tls().connect({ ...hop, ...secureOptions }), 'secureConnect', timeoutMs)
    }
    return opening(connect(hop), 'connect', timeoutMs, {
      request: tunnelRequest(url, proxy),
      secure: (socket) => securedReader(tls().connect({ ...security, socket }), onRead),
    })
  }
}

/** Loaded when wanted, which takes some milliseconds of a start. */
function tls(): typeof Tls {
  return process.getBuiltinModule('node:tls')
}

/** Over a socket that is there already, TLS cannot read into a buffer given. */
function securedReader(socket: Socket, onRead: OnRead): Socket {
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

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function securityOf(host: string, insecure: boolean) {
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: !insecure,
    ALPNProtocols: ['http/1.1'],
  }
}

function opening(first: Socket, openEvent: string, timeoutMs: number, tunnel?: Tunnel): Opening {
  let socket = first
  const abandon = (reason: Error) => void socket.destroy(reason)
  const timeout = setTimeout(() => abandon(connectTimeout()), timeoutMs)
  const open = async () => {
    await once(first, openEvent)
    if (tunnel === undefined) return first
    await openTunnel(first, tunnel.request)
    // From here on the secure socket tells of all that happens to it.
    first.on('error', () => undefined)
    socket = tunnel.secure(first)
    await once(socket, 'secureConnect')
    return socket
  }
  return { opened: open().finally(() => clearTimeout(timeout)), abandon }
}
