// Opens sockets to the server under test, plain or TLS, always HTTP/1.1. Whatever they read lies in one buffer that
// all of them share: reading allocates nothing, and what was read must be used at once.
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createCachedLookup } from './cached-lookup.ts'

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
}>

const readBufferBytes = 64 * 1024
const keepAliveAfterMs = 60_000

export function createConnector({ url, insecure, timeoutMs }: ConnectorOptions): Connector {
  const buffer = Buffer.allocUnsafeSlow(readBufferBytes)
  const target = targetOf(url, createCachedLookup())
  const security = securityOf(target.host, insecure)
  const isSecure = url.protocol === 'https:'
  return (onRead) => {
    const onread = { buffer, callback: (length: number) => (onRead(buffer, length), true) }
    const options = { ...target, onread }
    // The types of TLS do not know that it reads into a buffer given, though its documentation does.
    const secureOptions = { ...options, ...security }
    const socket = isSecure ? connectTls(secureOptions) : connect(options)
    return opening(socket, isSecure ? 'secureConnect' : 'connect', timeoutMs)
  }
}

function targetOf({ hostname, protocol, port }: URL, lookup: LookupFunction) {
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    lookup,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveAfterMs,
  } satisfies TcpNetConnectOpts
}

function securityOf(host: string, insecure: boolean) {
  return {
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: !insecure,
    ALPNProtocols: ['http/1.1'],
  }
}

function opening(socket: Socket, openEvent: string, timeoutMs: number): Opening {
  const abandon = (reason: Error) => void socket.destroy(reason)
  const opened = new Promise<Socket>((resolve, reject) => {
    const timeout = setTimeout(() => abandon(connectTimeout()), timeoutMs)
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(timeout))
    socket.once(openEvent, () => {
      clearTimeout(timeout)
      socket.off('error', reject)
      resolve(socket)
    })
  })
  return { opened, abandon }
}

function connectTimeout(): Error {
  return Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' })
}
