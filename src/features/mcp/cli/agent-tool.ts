// A tool for agents: its name, description, input and implementation.
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Client } from '#node/application/services/client-of.ts'
import type { CostLimits } from './cost-guard.ts'

/** Context of every tool. */
export type ToolContext = Readonly<{
  client: Client
  limits: CostLimits
  /** Folder for reports. */
  outputFolder: string
  /** Aborted when the agent cancels its call. */
  signal: AbortSignal
  /** Sends progress to the agent if it requested progress. `total` is null if unknown. */
  progress: (done: number, total: number | null, text: string) => Promise<void>
}>

/** Markdown text for the agent, and the same facts as data. */
export type ToolAnswer = Readonly<{ text: string; data: Readonly<Record<string, unknown>> }>

export type AgentTool = Readonly<{
  name: string
  title: string
  description: string
  annotations: ToolAnnotations
  input: z.ZodObject
  call: (input: never, context: ToolContext) => Promise<ToolAnswer>
}>

/** Preserves the type of `input` for `call`. */
export function agentTool<Input extends z.ZodObject>(
  tool: Omit<AgentTool, 'input' | 'call'> &
    Readonly<{
      input: Input
      call: (input: z.infer<Input>, context: ToolContext) => Promise<ToolAnswer>
    }>,
): AgentTool {
  return tool
}

/** Annotations of read-only tools. */
export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
/** Annotations of tools that send load to a server or start one. */
export const acts: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: true,
}

/** Lines of Markdown, one per item. */
export function listed(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n')
}
