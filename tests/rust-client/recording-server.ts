// A server that answers every completion with one token and keeps what was asked for, by the id of the request.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const bodySchema = z.object({ prompt: z.array(z.int()), max_tokens: z.int() })

export type AskedPrompt = Readonly<{ prompt: readonly number[]; tokens: number }>

export type RecordingServer = Readonly<{
  port: number
  /** In the order of the numbers their request ids end in. */
  prompts(): readonly AskedPrompt[]
  close(): void
}>

export async function startRecordingServer(): Promise<RecordingServer> {
  const asked = new Map<number, AskedPrompt>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/models') {
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'm', root: 'm' }] }))
        return
      }
      if (request.url !== '/v1/completions') {
        response.writeHead(404).end()
        return
      }
      const { prompt, max_tokens: tokens } = bodySchema.parse(JSON.parse(body))
      const [, number] = /(\d+)$/.exec(String(request.headers['x-request-id'])) ?? []
      asked.set(Number(number), { prompt, tokens })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(answerTo(prompt))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    prompts: () => [...asked].sort(([a], [b]) => a - b).map(([, prompt]) => prompt),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answerTo(prompt: readonly number[]): string {
  const usage = { prompt_tokens: prompt.length, completion_tokens: 1, total_tokens: 1 }
  const events = [{ choices: [{ index: 0, text: 'a' }] }, { choices: [], usage }]
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
}
