// Encryption between the client and a load generator that listens on a network: TLS with a pre-shared key that only the job's
// folder contains, so that each end proves that it has read it. No certificates are needed.
import { timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { connect, createServer, type Server, type TLSSocket } from 'node:tls'

/** Both ends of a connection, with the same key. */
const identity = 'kneepoint'
/** Node supports pre-shared keys only up to TLS 1.2. */
const ciphers = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const
const longestHandshakeMs = 10_000

/** Connections without the key end before `onConnection`. */
export function keyedServer(key: Buffer, onConnection: (socket: TLSSocket) => void): Server {
  const server = createServer(
    {
      ...ciphers,
      noDelay: true,
      handshakeTimeout: longestHandshakeMs,
      pskCallback: (_socket, claimed) => (isOurs(claimed) ? key : null),
    },
    onConnection,
  )
  return server.on('tlsClientError', () => undefined)
}

/** Resolves once the other end has proved that it has the key. */
export function keyedConnection(stream: Duplex, key: Buffer): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...ciphers,
      socket: stream,
      pskCallback: () => ({ psk: key, identity }),
      // There is no certificate: TLS verifies the key instead.
      checkServerIdentity: () => undefined,
    })
    const timer = setTimeout(
      () => socket.destroy(new Error('no TLS handshake')),
      longestHandshakeMs,
    )
    const settle = (): void => clearTimeout(timer)
    socket.once('secureConnect', () => {
      settle()
      resolve(socket)
    })
    socket.once('error', (error: Error) => {
      settle()
      reject(error)
    })
    socket.once('close', () => {
      settle()
      reject(new Error('the connection was closed'))
    })
  })
}

function isOurs(claimed: string): boolean {
  const [one, other] = [Buffer.from(claimed), Buffer.from(identity)]
  return one.length === other.length && timingSafeEqual(one, other)
}
