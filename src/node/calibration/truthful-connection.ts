// Reads requests off one connection of the truthful server, one at a time, as clients of completions send them.
import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { nowUs } from '#node/load/runtime/clock.ts'
import type { TruthfulRequest } from './truthful-answer.ts'

const endOfHead = '\r\n\r\n'
const model = {
  id: 'mock',
  object: 'model',
  created: 1767225600,
  owned_by: 'kneepoint',
  root: 'mock',
  max_model_len: 1_048_576,
}
const models = JSON.stringify({ object: 'list', data: [model] })
const modelList =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n' +
  `content-length: ${models.length}\r\n\r\n${models}`

type Message = Readonly<{ head: string; body: string; length: number }>

/** Anything but a POST is answered with the one model there is. */
export function serveTruthfulConnection(
  socket: Socket,
  onRequest: (request: TruthfulRequest) => void,
): void {
  let received = Buffer.alloc(0)
  let answering = false

  function takeRequest(): void {
    const message = answering ? null : readMessage(received)
    if (message === null) return
    const receivedUs = nowUs()
    received = received.subarray(message.length)
    if (!message.head.startsWith('POST ')) {
      socket.write(modelList)
      return takeRequest()
    }
    answering = true
    onRequest({ ...wishesOf(message), receivedUs, onAnswered })
  }

  function onAnswered(): void {
    answering = false
    takeRequest()
  }

  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    takeRequest()
  })
}

/** Null while there is more to come. */
function readMessage(received: Buffer): Message | null {
  const headLength = received.indexOf(endOfHead)
  if (headLength === -1) return null
  const head = received.toString('latin1', 0, headLength)
  const bodyStart = headLength + endOfHead.length
  const length = bodyStart + Number(headerOf(head, 'content-length') ?? 0)
  return received.length < length
    ? null
    : { head, body: received.toString('utf8', bodyStart, length), length }
}

function wishesOf({ head, body }: Message): Pick<TruthfulRequest, 'id' | 'tokens' | 'wantsUsage'> {
  const { max_tokens, stream_options } = JSON.parse(body) as {
    max_tokens?: number
    stream_options?: { include_usage?: boolean }
  }
  return {
    id: headerOf(head, 'x-request-id') ?? '',
    tokens: Math.max(1, max_tokens ?? 16),
    wantsUsage: stream_options?.include_usage ?? false,
  }
}

function headerOf(head: string, name: string): string | null {
  return new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? null
}
