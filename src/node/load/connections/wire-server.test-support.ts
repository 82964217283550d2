// A server on loopback that says whatever bytes a test wants, as a broken server would, and counts who is connected.
import { createServer, type Socket } from 'node:net'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'

/** What a connection does when something was asked. */
export type Wire = (socket: Socket) => void

export type WireServer = Readonly<{ url: string; connected: () => number }>

export async function serveWire(onRequest: Wire): Promise<WireServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', () => onRequest(socket))
  })
  const port = await listenUntilFinished(server, () => {
    for (const socket of sockets) socket.destroy()
  })
  return { url: `http://127.0.0.1:${port}/v1/completions`, connected: () => sockets.size }
}

export const streamHead =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'

export function chunk(text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
}

/** A whole streamed answer, in one write. */
export function streamed(...pieces: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat([Buffer.from(streamHead), ...pieces.map(chunk), Buffer.from('0\r\n\r\n')])
}

/** A whole answer of another kind. */
export function answered(status: string, body: string, headers: readonly string[] = []): string {
  const length = `content-length: ${Buffer.byteLength(body)}`
  return [`HTTP/1.1 ${status}`, ...headers, length, '', body].join('\r\n')
}
