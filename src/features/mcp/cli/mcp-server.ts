// The MCP server: every tool of the list, its answers and its failures in words.
import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import { ORPCError } from '@orpc/server'
import { appErrorWireSchema, toWire, type AppErrorWire } from '#contract/app-error.ts'
import { inEnglish } from '#core/messages/message.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'
import { ownVersion } from '#cli/own-files.ts'
import type { AgentTool, ToolAnswer, ToolContext } from './agent-tool.ts'
import { agentTools } from './agent-tools.ts'

const instructions =
  'Kneepoint measures LLM servers. Every run has a verdict (valid, caution, not usable) with reasons and remedies: say it ' +
  'with every figure you report, together with the interval, and do not conclude from a run that is not usable. Figures ' +
  'of the simulator are marked as simulated. Estimate before you send load to a server that costs money.'

export function mcpServer(shared: Omit<ToolContext, 'signal' | 'progress'>): McpServer {
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
      // The schema of the tool has checked them.
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

/** Calls of the application fail with their error as data. */
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
