// A real HTTP server on a free port of loopback, with a few fixed responses.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'

export type Answer = Readonly<{ status: number; contentType: string; body: string }>

/** By method and path, such as `GET /version`. A function is called for each request, with its body. */
export type Answers = Readonly<Record<string, Answer | ((body: string) => Answer)>>

export const webPage: Answer = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Welcome</title>',
}

/** The shortest complete stream. */
export const oneToken: Answer = {
  status: 200,
  contentType: 'text/event-stream',
  body: 'data: {"choices":[{"index":0,"text":"a"}]}\n\ndata: [DONE]\n\n',
}

export function json(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) }
}

const unknown = json({ detail: 'Not Found' }, 404)

/** Returns its base URL; closed when the test ends. */
export async function serveAnswers(answers: Answers): Promise<string> {
  const server = createServer((request, response) => {
    const known = answers[`${request.method} ${request.url}`] ?? unknown
    void text(request).then((asked) => {
      const { status, contentType, body } = typeof known === 'function' ? known(asked) : known
      response.writeHead(status, { 'content-type': contentType }).end(body)
    })
  })
  return `http://127.0.0.1:${await listenUntilFinished(server)}`
}

/** An address without a listener: its port was just released. */
export async function deadUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}
