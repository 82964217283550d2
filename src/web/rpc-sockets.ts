// The application's API over WebSocket, for pages that pass every check of access.ts.
import { RPCHandler } from '@orpc/server/ws'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Application } from '#node/application/create-application.ts'
import { accessCookie, holdsToken, isOurHost, isOurOrigin, socketProtocol } from './access.ts'

type SocketGate = Readonly<{
  /** The host that the server listens on. */
  host: string
  token: string
}>

const apiPath = '/api'
const largestMessageBytes = 1024 * 1024
const pingEveryMs = 20_000

/** Returns what closes every socket and lets no new one in. */
export function acceptSockets(
  server: Server,
  router: Application['router'],
  gate: SocketGate,
): () => void {
  const handler = new RPCHandler(router)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    handleProtocols: () => socketProtocol,
  })
  sockets.on('headers', (headers) => headers.push(`Set-Cookie: ${accessCookie(gate.token)}`))
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const refusal = refusalOf(request, gate)
    if (refusal !== null) return refuseUpgrade(connection, refusal)
    sockets.handleUpgrade(request, connection, head, (socket) => {
      void handler.upgrade(socket)
      keepAlive(socket)
    })
  })
  return () => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

/** The status line to refuse with; null for a client that has access. */
function refusalOf({ url, headers }: IncomingMessage, { host, token }: SocketGate): string | null {
  if (url !== apiPath) return '404 Not Found'
  if (!isOurHost(headers.host, host)) return '403 Forbidden'
  if (!isOurOrigin(headers.origin, headers.host)) return '403 Forbidden'
  return holdsToken(headers, token) ? null : '401 Unauthorized'
}

function refuseUpgrade(connection: Duplex, status: string): void {
  // The client may reset the connection. After an upgrade, Node leaves its errors to us; one without a listener ends the
  // program.
  connection.on('error', () => connection.destroy())
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** A peer that vanished without a word is found by its missing pong, and its subscriptions end. */
function keepAlive(socket: WebSocket): void {
  let answered = true
  socket.on('pong', () => (answered = true))
  // A broken message closes the socket; nothing else is left to do about it.
  socket.on('error', () => socket.terminate())
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, pingEveryMs)
  socket.on('close', () => clearInterval(timer))
}
