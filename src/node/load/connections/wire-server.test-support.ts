// A loopback server that sends any bytes a test specifies, like a broken server, and counts open connections.
import { createServer, type Socket } from 'node:net'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'

/** Action of a connection when a request arrives. */
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

/** A complete streamed response, in one write. */
export function streamed(...pieces: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat([Buffer.from(streamHead), ...pieces.map(chunk), Buffer.from('0\r\n\r\n')])
}

/** A complete response that is not streamed. */
export function answered(status: string, body: string, headers: readonly string[] = []): string {
  const length = `content-length: ${Buffer.byteLength(body)}`
  return [`HTTP/1.1 ${status}`, ...headers, length, '', body].join('\r\n')
}
