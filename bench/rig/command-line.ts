// Our command line as a user starts it, observed from outside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CommandLine } from '#node/calibration/native-server.ts'
import { tinyFolder } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import type { Load } from './load.ts'
import { onCoreOf } from './processors.ts'

const launcher = fileURLToPath(new URL('../../bin/kneepoint', import.meta.url))

/** How often its memory is looked at; the system keeps the peak, so only growth in its last moments is missed. */
const lookEveryMs = 10

export type CommandLoad = Pick<Load, 'requests' | 'tokens'> & Partial<Load>

export type CommandRun = Readonly<{
  /** The monotonic clock when it was started, in ns. */
  startedAtNs: number
  seconds: number
  peakMemoryKb: number
}>

export async function runCommandLine(args: readonly string[]): Promise<CommandRun> {
  const startedAtNs = Number(process.hrtime.bigint())
  const child = spawn(...onCoreOf('client', ourCommand(args)), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let notes = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (notes += text))
  let peakMemoryKb = 0
  const looking = setInterval(() => {
    peakMemoryKb = Math.max(peakMemoryKb, peakMemoryKbOf(child.pid))
  }, lookEveryMs)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(looking)
  if (code !== 0) throw new Error(`kneepoint ${args.join(' ')} ended with ${code}: ${notes}`)
  return {
    startedAtNs,
    seconds: (Number(process.hrtime.bigint()) - startedAtNs) / 1e9,
    peakMemoryKb,
  }
}

/** Our command line with these arguments. */
export function ourCommand(args: readonly string[]): CommandLine {
  return [process.execPath, [launcher, ...args]]
}

/** Arguments of a benchmark that our client and vLLM's both take. */
export function benchServe(port: number, load: CommandLoad): readonly string[] {
  const { requests, tokens, connections = null, ratePerS = null } = load
  return [
    ...['bench', 'serve', '--base-url', `http://127.0.0.1:${port}`, '--disable-tqdm'],
    ...['--model', 'mock', '--tokenizer', tinyFolder, '--ignore-eos'],
    ...['--dataset-name', 'random', '--prompt-token-ids', '--random-input-len', '16'],
    ...['--num-prompts', String(requests), '--random-output-len', String(tokens)],
    ...(ratePerS === null ? [] : ['--request-rate', String(ratePerS)]),
    // With a rate, connections are opened as needed.
    ...(connections === null || ratePerS !== null
      ? []
      : ['--max-concurrency', String(connections)]),
  ]
}

/** 0 where the system does not report it, or the process has ended. */
function peakMemoryKbOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}
