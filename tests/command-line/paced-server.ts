// A server whose address decides how it responds.
import { createServer, type Server } from 'node:http'

/** Whole responses at /fast, tokens without an end at /slow, 503 at /down. */
export function pacedServer(): Server {
  return createServer((request, response) => {
    const { url = '', method } = request
    if (method === 'GET') {
      const isList = url.endsWith('/v1/models')
      const body = isList ? { object: 'list', data: [{ id: 'm' }] } : {}
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(body))
    }
    if (url.startsWith('/down')) return void response.writeHead(503).end('\u001b[2Jno upstream')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const token = 'data: {"choices":[{"index":0,"text":"a"}]}\n\n'
    response.write(token)
    if (url.startsWith('/fast')) return void response.end('data: [DONE]\n\n')
    const timer = setInterval(() => response.write(token), 50)
    response.on('close', () => clearInterval(timer))
  })
}
