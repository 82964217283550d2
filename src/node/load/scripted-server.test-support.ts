// A real HTTP server on loopback whose responses are scripted by each test, down to the bytes of each write.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { localhostCertificate } from './connections/localhost-certificate.test-support.ts'

export type ScriptedRequest = Readonly<{
  /** Index among all requests to this server. */
  index: number
  headers: IncomingMessage['headers']
  url: string
  body: string
}>

export type Script = (request: ScriptedRequest, response: ServerResponse) => void | Promise<void>

export type ScriptedServer = Readonly<{ url: string; requests: readonly ScriptedRequest[] }>

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

export async function serveScript(
  script: Script,
  { tls = false, address = '127.0.0.1' }: Readonly<{ tls?: boolean; address?: string }> = {},
): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = []
  const listener: RequestListener = (incoming, response) => {
    void readBody(incoming).then((body) => {
      const { headers, url = '' } = incoming
      const request = { index: requests.length, headers, url, body }
      requests.push(request)
      return script(request, response)
    })
  }
  const server = tls ? createTlsServer(localhostCertificate, listener) : createServer(listener)
  const port = await new Promise<number>((resolve) => {
    server.listen(0, address, () => resolve((server.address() as AddressInfo).port))
  })
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  return { url: `${tls ? 'https' : 'http'}://${address}:${port}/v1/completions`, requests }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  incoming.setEncoding('utf8')
  const pieces: unknown[] = []
  for await (const piece of incoming) pieces.push(piece)
  return pieces.join('')
}

export function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
}

/** Writes the pieces one by one, each in a separate write. */
export async function streamPieces(
  response: ServerResponse,
  pieces: Iterable<string | Uint8Array>,
): Promise<void> {
  startStream(response)
  response.flushHeaders()
  for (const piece of pieces) {
    if (piece.length > 0) response.write(piece)
    await setImmediate()
  }
  response.end()
}

/** Responds to each request after `delayMs`; `most` is the largest number of requests that waited at once. */
export async function serveCounting(delayMs: number, answer: string | Uint8Array) {
  let inFlight = 0
  let most = 0
  const server = await serveScript(async (_request, response) => {
    most = Math.max(most, ++inFlight)
    await delay(delayMs)
    inFlight--
    await streamPieces(response, [answer])
  })
  return { server, most: () => most }
}
