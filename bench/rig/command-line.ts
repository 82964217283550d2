// Our command line as a user starts it, watched from outside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onCoreOf } from './processors.ts'

const launcher = fileURLToPath(new URL('../../bin/kneepoint', import.meta.url))

/** How often its memory is looked at; the system keeps the peak, so only growth in its last moments is missed. */
const lookEveryMs = 10

export type CommandRun = Readonly<{
  /** The monotonic clock when it was started, in ns. */
  startedAtNs: number
  seconds: number
  peakMemoryKb: number
}>

export async function runCommandLine(args: readonly string[]): Promise<CommandRun> {
  const startedAtNs = Number(process.hrtime.bigint())
  const child = spawn(...onCoreOf('client', [process.execPath, [launcher, ...args]]), {
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

/** What a benchmark of so many requests takes in words. */
export function benchServe(port: number, requests: number, tokens: number): readonly string[] {
  return [
    ...['bench', 'serve', '--base-url', `http://127.0.0.1:${port}`, '--disable-tqdm'],
    ...['--dataset-name', 'random', '--prompt-token-ids', '--random-input-len', '16'],
    ...['--num-prompts', String(requests), '--random-output-len', String(tokens)],
  ]
}

/** 0 where the system does not tell, or the process has ended. */
function peakMemoryKbOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0)
  } catch {
    return 0
  }
}
