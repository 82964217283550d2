// Stands between a client and a server, passes everything on, and keeps what was asked for.
import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const bodySchema = z.object({ prompt: z.unknown(), max_tokens: z.int() })

export type Recorder = Readonly<{
  baseUrl: string
  /** What was generated for, each once, in an order of its own: `vllm bench serve` first tries one of them. */
  prompts(): readonly string[]
  close(): void
}>

export async function startRecorder(target: string): Promise<Recorder> {
  const asked = new Set<string>()
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      if (incoming.url === '/v1/completions') asked.add(askedIn(body))
      const outgoing = ask(target + incoming.url, options(incoming), (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      outgoing.on('error', () => response.destroy())
      outgoing.end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    prompts: () => [...asked].toSorted(),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function askedIn(body: string): string {
  const { prompt, max_tokens: tokens } = bodySchema.parse(JSON.parse(body))
  return JSON.stringify({ prompt, tokens })
}

function options({ method, headers }: IncomingMessage) {
  return { method, headers: { ...headers, connection: 'close' } }
}
