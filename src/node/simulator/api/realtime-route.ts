// Opens the WebSockets of /v1/realtime; an upgrade of any other path is refused.
import type { IncomingMessage, Server } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { SimulatedServer } from '../simulated-server.ts'
import type { HttpOptions } from './http-options.ts'
import { hasKey } from './http-exchange.ts'
import { RealtimeSession } from './realtime-session.ts'

const realtimePath = '/v1/realtime'

export function serveRealtime(http: Server, server: SimulatedServer, options: HttpOptions): void {
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refusalOf(request, options)
    if (refusal !== null) return refuse(socket, refusal)
    const arrivedEpochMs = Date.now()
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const session = new RealtimeSession(server, opened)
      opened.once('close', (code) => {
        options.onRequest?.({
          ...{ arrivedEpochMs, endedEpochMs: Date.now(), path: realtimePath, requestId: null },
          ...{ status: 101, retryAfterS: null, complete: code === 1000 },
          soundEpochMs: session.soundEpochMs,
          generatedTokens: session.generatedTokens,
        })
      })
    })
  })
  http.on('close', () => {
    for (const each of sockets.clients) each.terminate()
  })
}

function refusalOf(request: IncomingMessage, { apiKey, isReady }: HttpOptions): number | null {
  const [path] = (request.url ?? '/').split('?')
  if (!isReady()) return 503
  if (path !== realtimePath) return 404
  return hasKey(request, apiKey) ? null : 401
}

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => undefined)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}
