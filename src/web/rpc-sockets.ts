// The application's API over WebSocket, for pages that pass every check of access.ts.
import { RPCHandler } from '@orpc/server/ws'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Application } from '#node/application/create-application.ts'
import { browserKeyIn, type Gate, refusalOf, repetitionRefusal, socketProtocol } from './access.ts'
import type { LimitedServer } from './limited-connections.ts'
import { apiHeaders, refusalBody } from './script-access.ts'
import { sessionCookie } from './session-cookie.ts'

export const socketPath = '/api'
const largestMessageBytes = 1024 * 1024
const pingEveryMs = 20_000

/** Returns what closes every socket and lets no new one in. */
export function acceptSockets(
  { server, admit }: LimitedServer,
  router: Application['router'],
  gate: Gate,
): () => void {
  const handler = new RPCHandler(router)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    handleProtocols: () => socketProtocol,
  })
  sockets.on('headers', (headers, request) =>
    headers.push(`Set-Cookie: ${cookieFor(request, gate)}`),
  )
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    const refusal = upgradeRefusal(request, gate)
    if (refusal !== null) return refuseUpgrade(connection, refusal)
    admit(connection)
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

function cookieFor({ headers }: IncomingMessage, { token, publicUrl }: Gate): string {
  const browserKey = browserKeyIn(headers['sec-websocket-protocol'])
  const isPublic = publicUrl !== null && headers.origin === publicUrl.origin
  const place = isPublic
    ? { path: publicUrl.pathname, isSecure: publicUrl.protocol === 'https:' }
    : { path: '/', isSecure: false }
  return sessionCookie({ token, browserKey }, place)
}

type UpgradeRefusal = Readonly<{ status: number; message: string }>

function upgradeRefusal(request: IncomingMessage, gate: Gate): UpgradeRefusal | null {
  if (request.url !== socketPath) return { status: 404, message: 'There is no socket here.' }
  return repetitionRefusal(request) ?? refusalOf(request.headers, gate)
}

/** Closes the connection as soon as the response is sent: the client need not end its side. */
function refuseUpgrade(connection: Duplex, { status, message }: UpgradeRefusal): void {
  // The client may reset the connection. After an upgrade, Node leaves its errors to us; one without a listener ends the
  // program.
  connection.on('error', () => connection.destroy())
  const body = refusalBody(status, message)
  const headers = { ...apiHeaders, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.once('finish', () => connection.destroy())
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
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
