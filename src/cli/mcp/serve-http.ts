// MCP over HTTP on loopback, for agents that do not start programs; each request carries the token.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, type McpHttpHandler, type McpServer } from '@modelcontextprotocol/server'
import { isOurHost, isToken, newToken } from '#web/access.ts'
import { cannotListen, portOf } from '#web/listening.ts'

const host = '127.0.0.1'

export type McpAddress = Readonly<{ url: string; token: string; close: () => Promise<void> }>

/** `port`: 0 takes a free one. */
export async function serveMcpOverHttp(make: () => McpServer, port: number): Promise<McpAddress> {
  const handler = createMcpHandler(make)
  const token = newToken()
  const server = createServer(guarded(handler, token))
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw cannotListen({ host, port, field: 'http' }, cause)
  })
  return {
    url: `http://${host}:${portOf(server) ?? port}/mcp`,
    token,
    async close() {
      await handler.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

function guarded(handler: McpHttpHandler, token: string): RequestListener {
  const answer = toNodeHandler(handler)
  return (request, response) => {
    const { host: named, authorization = '', origin } = request.headers
    const bearer = /^Bearer (.+)$/.exec(authorization)?.[1] ?? ''
    const isAllowed = isOurHost(named, host) && origin === undefined && isToken(bearer, token)
    const { method = '', url = '' } = request
    if (isAllowed) void answer(Object.assign(request, { method, url }), response)
    else response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
  }
}
