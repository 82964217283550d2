// MCP over HTTP on loopback, for agents that do not start programs; each request carries the token.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { newToken } from '#web/access.ts'
import { createLimitedServer } from '#web/limited-connections.ts'
import { cannotListen, portOf } from '#node/http/listening.ts'
import { isOurHost } from '#node/http/own-address.ts'
import { dataHeaders, holdsBearer, refuse } from '#web/script-access.ts'

const host = '127.0.0.1'

export type McpAddress = Readonly<{ url: string; token: string; close: () => Promise<void> }>

/** `port`: 0 takes a free one. */
export async function serveMcpOverHttp(make: () => McpServer, port: number): Promise<McpAddress> {
  const handler = createMcpHandler(make)
  const token = newToken()
  const answer = toNodeHandler(handler)
  const { server, admit } = createLimitedServer((request, response) => {
    for (const [name, value] of Object.entries(dataHeaders)) response.setHeader(name, value)
    if (!isAllowed(request, token)) return refuseStranger(response)
    admit(request.socket)
    const { method = '', url = '' } = request
    void answer(Object.assign(request, { method, url }), response)
  })
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

/** Pages send an origin; agents do not. */
function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  const isOurs = isOurHost(headers.host, { host, publicUrl: null })
  return isOurs && headers.origin === undefined && holdsBearer(headers, token)
}

function refuseStranger(response: ServerResponse): void {
  refuse(response, 401, 'Send the header "Authorization: Bearer TOKEN" with the printed token.')
}
