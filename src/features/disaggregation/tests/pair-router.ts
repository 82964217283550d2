// What routes requests to the pools of a pair in these tests, as the proxy of vLLM's own examples does: the prompt to a prefill
// instance with one token to generate, then the request to a decode instance, whose stream is passed on. Real HTTP throughout.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    prefill: { type: 'string', multiple: true, default: [] },
    decode: { type: 'string', multiple: true, default: [] },
  },
})
let turn = 0

const server = createServer((asked, response) => {
  void answer(asked, response).catch((error: unknown) => {
    response.writeHead(502)
    response.end(String(error))
  })
})
server.listen(Number(values.port), '127.0.0.1')
process.stdout.write(`routing to ${values.prefill.join(' ')} and ${values.decode.join(' ')}\n`)
process.on('SIGTERM', () => process.exit(0))

async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(asked)
  const number = turn++
  if (asked.method === 'POST')
    await buffer(await sent(asked, place('prefill', number), prefillBody(body)))
  const decoded = await sent(asked, place('decode', number), body)
  response.writeHead(decoded.statusCode ?? 502, decoded.headers)
  decoded.pipe(response)
}

function place(pool: 'prefill' | 'decode', number: number): string {
  const urls = values[pool]
  return urls[number % urls.length] ?? ''
}

function prefillBody(body: Buffer): Buffer {
  const asked = JSON.parse(body.toString()) as Record<string, unknown>
  const first = { ...asked, stream: false, stream_options: undefined, max_tokens: 1 }
  return Buffer.from(JSON.stringify(first))
}

function sent(asked: IncomingMessage, base: string, body: Buffer): Promise<IncomingMessage> {
  const { authorization = '' } = asked.headers
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    authorization,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${base}${asked.url ?? '/'}`,
      { method: asked.method, headers },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
