// Limits what clients without the token can hold: connections per address and in total, and the time for a request to arrive.
// Node's defaults allow any number of connections, each for a minute or more. Rejects repeated headers.
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { repetitionRefusal } from './access.ts'
import { refuse } from './script-access.ts'

/** A browser opens six connections. */
const mostPerAddress = 64
const mostInAll = 512

const limits: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
}

export type LimitedServer = Readonly<{
  server: Server
  /** Exempts a connection whose client has sent the token. */
  admit(connection: Duplex): void
}>

/** A new connection beyond the limit closes the oldest, so that no client can lock out the owner by holding many. */
export function createLimitedServer(listener: RequestListener): LimitedServer {
  const server = createServer(limits, (request, response) => {
    const refusal = repetitionRefusal(request)
    if (refusal === null) return listener(request, response)
    refuse(response, refusal.status, refusal.message)
  })
  server.maxRequestsPerSocket = 1000
  const strangers = new Map<Duplex, string>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    strangers.set(socket, address)
    socket.once('close', () => strangers.delete(socket))
    const sameAddress = [...strangers].filter(([, other]) => other === address)
    if (sameAddress.length > mostPerAddress) sameAddress[0]?.[0].destroy()
    else if (strangers.size > mostInAll) [...strangers.keys()][0]?.destroy()
  })
  return { server, admit: (connection) => void strangers.delete(connection) }
}
