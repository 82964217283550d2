// A small server of completions that remembers when each answer was over: the truth about what a client can have measured.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export type CountingServer = Readonly<{
  baseUrl: string
  /** How many answers were over by then, by the clock of this process. */
  endedBefore(atMs: number): number
  close(): void
}>

const models = { object: 'list', data: [{ id: 'counted', object: 'model', max_model_len: 4096 }] }
const token = (text: string) => `data: ${JSON.stringify({ choices: [{ index: 0, text }] })}\n\n`
const usage = { choices: [], usage: { prompt_tokens: 4, completion_tokens: 3 } }

export async function startCountingServer(): Promise<CountingServer> {
  const endedAtMs: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/v1/models') response.end(JSON.stringify(models))
    else if (request.url === '/v1/completions') {
      void answer(response).then(() => endedAtMs.push(performance.now()))
    } else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    endedBefore: (atMs) => endedAtMs.filter((ended) => ended < atMs).length,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of ['a', ' b', ' c']) {
    response.write(token(text))
    await delay(5)
  }
  response.end(`data: ${JSON.stringify(usage)}\n\ndata: [DONE]\n\n`)
}
