// Runs a command to its end and reads what it cost, as the system accounts for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandLine } from '#node/calibration/native-server.ts'
import { onCoreOf } from './processors.ts'

/** Times are of the monotonic clock. */
export type Metered = Readonly<{
  startedAtNs: number
  endedAtNs: number
  cpuSeconds: number
  peakMemoryKb: number
  /** Of one core, within the window asked for. */
  cpuShare?: number
}>

/** Counts from the start of the program. */
export type Window = Readonly<{ fromMs: number; toMs: number }>

const noWindow: Window = { fromMs: 0, toMs: 0 }

/** `meter` is the program built from bench/native. Throws where the command fails. */
export async function runMetered(
  meter: string,
  [program, args]: CommandLine,
  { fromMs, toMs }: Window = noWindow,
): Promise<Metered> {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-meter-'))
  const report = join(folder, 'report.json')
  const words = [report, String(fromMs), String(toMs), program, ...args]
  const child = spawn(...onCoreOf('client', [meter, words]), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let notes = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (notes += text))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${notes}`)
    return JSON.parse(readFileSync(report, 'utf8')) as Metered
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
