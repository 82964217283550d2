// `kneepoint mcp`: the application as tools for an agent, over standard input and output or HTTP on loopback.
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import { requireWritableFolder } from '#node/files/write-file.ts'
import { exitCodes } from '#cli/exit.ts'
import { featureCommand } from '#cli/flag-command.ts'
import { mcpCommandZh } from '../messages/command-zh.ts'
import { openOwnApplication } from '#cli/own-application.ts'
import { aborted } from '#cli/terminal/interrupt.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { newToken } from '#web/access.ts'
import { createLimitedServer } from '#web/limited-connections.ts'
import { cannotListen, portOf } from '#node/http/listening.ts'
import { isOurHost } from '#node/http/own-address.ts'
import { dataHeaders, holdsBearer, refuse } from '#web/script-access.ts'
import { ORPCError } from '@orpc/server'
import { type AppErrorWire, appErrorWireSchema, toWire } from '#contract/app-error.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'
import { ownVersion } from '#cli/own-files.ts'
import type { AgentTool, ToolAnswer, ToolContext } from './agent-tool.ts'
import { agentTools } from './agent-tools.ts'

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
        summary: 'Maximum prompt and output tokens, as for --max-gpu-seconds.',
      },
      outputDir: {
        schema: z.string().min(1).default('.'),
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

/** `port`: 0 selects a free one. */
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

/** Browser pages send an Origin header; agents do not. */
function isAllowed({ headers }: IncomingMessage, token: string): boolean {
  const isOurs = isOurHost(headers.host, { host, publicUrl: null })
  return isOurs && headers.origin === undefined && holdsBearer(headers, token)
}

function refuseStranger(response: ServerResponse): void {
  refuse(response, 401, 'Send the header "Authorization: Bearer TOKEN" with the printed token.')
}

const instructions =
  'Kneepoint measures LLM servers. Every run has a verdict (valid, caution, not usable) with reasons and remedies: say it ' +
  'with every figure you report, together with the interval, and do not conclude from a run that is not usable. Figures ' +
  'of the simulator are marked as simulated. Estimate before you send load to a server that costs money.'

function mcpServer(shared: Omit<ToolContext, 'signal' | 'progress'>): McpServer {
  const server = new McpServer({ name: 'kneepoint', version: ownVersion() }, { instructions })
  for (const tool of agentTools) register(server, tool, shared)
  return server
}

function register(
  server: McpServer,
  { name, title, description, annotations, input, call }: AgentTool,
  shared: Omit<ToolContext, 'signal' | 'progress'>,
): void {
  const config = { title, description, annotations, inputSchema: input }
  server.registerTool(name, config, async (values, context) => {
    const { signal } = context.mcpReq
    try {
      // The tool's schema has already validated them.
      return resultOf(
        await call(values as never, { ...shared, signal, progress: progressOf(context) }),
      )
    } catch (error) {
      return failure(error)
    }
  })
}

function resultOf({ text, data }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: withoutSecrets(text) }],
    structuredContent: { ...data },
  }
}

function failure(error: unknown): CallToolResult {
  const { message, remedy, field } = wireOf(error)
  const lines = [inEnglish(message), ...(remedy === null ? [] : [inEnglish(remedy)])]
  return {
    isError: true,
    content: [{ type: 'text', text: withoutSecrets(lines.join('\n')) }],
    ...(field !== null && { structuredContent: { field } }),
  }
}

/** Failed calls of the application return their error as data. */
function wireOf(error: unknown): AppErrorWire {
  const data = error instanceof ORPCError ? appErrorWireSchema.safeParse(error.data) : null
  return data?.success === true ? data.data : toWire(error)
}

/** Sends nothing unless the agent requested progress. */
function progressOf({ mcpReq }: ServerContext): ToolContext['progress'] {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => Promise.resolve()
  return (done, total, text) =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: done, ...(total !== null && { total }), message: text },
    })
}
