// A load tool, what it is to send, and how it is started.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { onThePath } from '../../scripts/executables.ts'
import type { Figures } from './figures.ts'

export type Api = 'completions' | 'chat' | 'embeddings'

export type Workload = Readonly<{
  baseUrl: string
  model: string
  api: Api
  requests: number
  outputTokens: number
  /** Requests in flight, or new requests per second (Poisson). */
  pace: Readonly<{ concurrency: number }> | Readonly<{ ratePerS: number }>
  /** One per request. */
  prompts: readonly string[]
  /** The prompts as conversations, in ShareGPT's form. */
  shareGptFile: string
  /** Arguments that only our client takes: the backend, and what the server needs. */
  ourArguments: readonly string[]
  /** A tokenizer for tools that cannot run without one. */
  tokenizer: string
  folder: string
  /** From 1; the seed of tools that take one. */
  round: number
}>

export type Tool = Readonly<{
  name: string
  /** Why it cannot run here; null where it can. */
  missing: () => string | null
  /** Rejects where the tool fails. */
  run: (workload: Workload) => Promise<Figures>
}>

/** The program that the variable names, or the one on the PATH; null where there is neither. */
export function programOf(variable: string, name: string | null): string | null {
  return process.env[variable] ?? (name === null ? null : onThePath(name))
}

/** For `missing`: each variable must name a file. */
export function unset(...variables: readonly string[]): string | null {
  const absent = variables.filter((variable) => process.env[variable] === undefined)
  return absent.length === 0 ? null : `set ${absent.join(' and ')}`
}

/** What it prints, on both streams. Rejects where the exit code is not 0. */
export async function outputOf(
  program: string,
  args: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, HF_HUB_OFFLINE: '1', CUDA_VISIBLE_DEVICES: '', ...variables }
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, notes, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}: ${lastLine(notes)}`)
  return `${output}\n${notes}`
}

function lastLine(notes: string): string {
  return notes.trim().split('\n').at(-1) ?? ''
}
