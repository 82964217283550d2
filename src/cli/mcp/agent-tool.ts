// A tool that an agent may call: its name, what it says of itself, what it takes, what it does.
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Client } from '#node/application/client-of.ts'
import type { CostLimits } from './cost-guard.ts'

/** What every tool works with. */
export type ToolContext = Readonly<{
  client: Client
  limits: CostLimits
  /** Where reports are written. */
  outputFolder: string
  /** Aborted when the agent withdraws its call. */
  signal: AbortSignal
  /** Reported to the agent where it asked for progress. `total` is null where it is not known. */
  progress: (done: number, total: number | null, text: string) => Promise<void>
}>

/** Text for the agent to read, in Markdown, and the same facts as data. */
export type ToolAnswer = Readonly<{ text: string; data: Readonly<Record<string, unknown>> }>

export type AgentTool = Readonly<{
  name: string
  title: string
  description: string
  annotations: ToolAnnotations
  input: z.ZodObject
  call: (input: never, context: ToolContext) => Promise<ToolAnswer>
}>

/** Keeps the type of `input` for `call`. */
export function agentTool<Input extends z.ZodObject>(
  tool: Omit<AgentTool, 'input' | 'call'> &
    Readonly<{
      input: Input
      call: (input: z.infer<Input>, context: ToolContext) => Promise<ToolAnswer>
    }>,
): AgentTool {
  return tool
}

/** Of tools that only read. */
export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
/** Of tools that send load to a server or start one. */
export const acts: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: true,
}

/** Lines of Markdown, one per thing. */
export function listed(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n')
}
