// `kneepoint mcp`: the application as tools for an agent, over standard input and output or HTTP on loopback.
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { clientOf } from '#node/application/client-of.ts'
import { requireWritableFolder } from '#node/files/write-file.ts'
import { exitCodes } from '#cli/exit.ts'
import { featureCommand } from '#cli/flag-command.ts'
import { mcpCommandZh } from '../messages/command-zh.ts'
import { mcpServer } from './mcp-server.ts'
import { openOwnApplication } from '#cli/own-application.ts'
import { aborted } from '#cli/terminal/interrupt.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { newToken } from '#web/access.ts'
import { createLimitedServer } from '#web/limited-connections.ts'
import { cannotListen, portOf } from '#node/http/listening.ts'
import { isOurHost } from '#node/http/own-address.ts'
import { dataHeaders, holdsBearer, refuse } from '#web/script-access.ts'

export const mcp = featureCommand(
  {
    name: 'kneepoint mcp',
    about:
      'Serves the Model Context Protocol, so that an agent can start servers, run benchmarks, sweeps and searches, and read ' +
      'verdicts and reports. Communicates over standard input and output, or over HTTP with a token.',
    flags: {
      http: {
        schema: z.int().min(0).max(65535).nullable().default(null),
        kind: 'integer',
        metavar: 'PORT',
        summary: 'Listen on this port of the loopback address instead; 0 chooses a free one.',
      },
      maxGpuSeconds: {
        schema: z.number().min(0).default(600),
        kind: 'number',
        metavar: 'S',
        unit: 'GPU s',
        summary:
          'Reject a benchmark, sweep or search that is estimated to take more, unless the user agreed.',
      },
      maxTokens: {
        schema: z.number().min(0).default(2_000_000),
        kind: 'number',
        metavar: 'N',
        unit: 'tokens',
        summary: 'Maximum prompt and output tokens, likewise.',
      },
      outputDir: {
        schema: z.string().min(1).default('.'),
        kind: 'text',
        metavar: 'DIR',
        summary: 'Folder for reports.',
      },
    },
    async run({ http, maxGpuSeconds, maxTokens, outputDir }, { note, interrupted }) {
      requireWritableFolder(outputDir)
      const application = openOwnApplication()
      const limits = { gpuSeconds: maxGpuSeconds, tokens: maxTokens }
      const shared = { client: clientOf(application), limits, outputFolder: outputDir }
      const make = () => mcpServer(shared)
      try {
        if (http === null) {
          const connection = serveStdio(make)
          await Promise.race([once(process.stdin, 'close'), aborted(interrupted)])
          await connection.close()
        } else {
          const { url, token, close } = await serveMcpOverHttp(make, http)
          note(message('cli.mcp.listening', { url, token }))
          await aborted(interrupted)
          await close()
        }
      } finally {
        await application.close()
      }
      return exitCodes.done
    },
  },
  { zh: mcpCommandZh },
)

const host = '127.0.0.1'

type McpAddress = Readonly<{ url: string; token: string; close: () => Promise<void> }>

/** `port`: 0 takes a free one. */
async function serveMcpOverHttp(make: () => McpServer, port: number): Promise<McpAddress> {
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
