// Runs every line that will be timed once before it counts, against a server of our own inside this process, so
// that loading and compiling code is over when the first real request leaves. The server under test sees nothing.
import { createServer, type Server, type Socket } from 'node:net'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { createAnswerReading } from '#core/protocol/answer-reader.ts'
import type { StreamProtocol } from '#core/model/backend-traits.ts'
import { ConnectionPool } from './connection-pool.ts'
import { createConnector } from './connector.ts'
import { decodeText } from './decode-text.ts'
import { Measurement, silent } from './measurement.ts'

/** Enough ends of answers for the compiler to take notice of them too: with fewer, the first wave of a run pays. */
const requests = 768
const concurrency = 64
const tokens = 6

let done = false

/** Once per process; what cannot be rehearsed, because we may not listen, is simply compiled later. */
export async function rehearse({ protocol, keepText }: LoadPlan): Promise<void> {
  if (done) return
  done = true
  const server = createServer({ noDelay: true }, (socket) => answer(socket, cannedAnswer(protocol)))
  const port = await listen(server)
  if (port === null) return
  const url = new URL(`http://127.0.0.1:${port}/`)
  const pool = new ConnectionPool(url, createConnector({ insecure: false, timeoutMs: 1000 }))
  const reading = createAnswerReading(protocol, {
    decode: decodeText,
    keepText,
    later: setImmediate,
  })
  const { signal } = new AbortController()
  await pool.prepare(concurrency, signal)
  await new Measurement(planOf(url, protocol), { pool, reading, hooks: silent }).run(signal)
  pool.close()
  server.close()
}

function planOf({ href: url }: URL, protocol: StreamProtocol): LoadPlan {
  const bodies = Array.from({ length: requests }, () => new Uint8Array(1))
  return {
    ...{ runId: '', url, method: 'POST', headers: {}, insecure: false, protocol, keepText: false },
    ...{ bodies, requestIds: bodies.map(String), promptTokens: bodies.map(() => 1), warmups: [] },
    offsetsS: new Float64Array(requests),
    maxConcurrency: concurrency,
    requestTimeoutS: 1,
  }
}

function listen(server: Server): Promise<number | null> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' ? (address?.port ?? null) : null)
    })
  })
}

function answer(socket: Socket, writes: readonly string[]): void {
  socket.on('error', () => undefined)
  socket.on('data', () => {
    for (const each of writes) socket.write(each)
  })
}

function cannedAnswer(protocol: StreamProtocol): string[] {
  const head =
    'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
  const token = { index: 0, text: ' word', delta: { content: ' word' }, finish_reason: null }
  const frame = { id: 'rehearsal', object: protocol, created: 1, model: 'rehearsal' }
  const messages = [
    ...Array.from({ length: tokens }, () => JSON.stringify({ ...frame, choices: [token] })),
    JSON.stringify({
      ...frame,
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: tokens },
    }),
    '[DONE]',
  ]
  return [head, ...messages.map((message) => chunk(`data: ${message}\n\n`)), '0\r\n\r\n']
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}
