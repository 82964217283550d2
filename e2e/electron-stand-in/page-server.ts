// Shows the program's own scheme to an ordinary browser: http://127.0.0.1:port/ stands for app://bench/.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { answerFor } from './protocol.ts'
import { WebFrame } from './web-frame.ts'

/** Serves the origin until the process ends; resolves to the address that stands for it. */
export async function showOrigin(origin: string): Promise<string> {
  const server = createServer((request, response) => {
    forward(origin, request, response).catch((error: unknown) => response.destroy(asError(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shown = `http://127.0.0.1:${portOf(server.address())}`
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => {
    const sender = request.headers.origin ?? 'null'
    new WebFrame(socket, sender === shown ? origin : sender)
  })
  return shown
}

async function forward(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerFor(new URL(request.url ?? '/', `${origin}/`))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return address.port
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
