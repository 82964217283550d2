// Runs the limit client: the same load, without a thought spent on it.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ClientFigures } from './client-figures.ts'
import type { Load } from './load.ts'
import { onCoreOf } from './processors.ts'

export async function runNativeClient(
  program: string,
  port: number,
  { requests, tokens, connections, ratePerS }: Load,
  { latencies }: Readonly<{ latencies: boolean }>,
): Promise<ClientFigures> {
  const flags = { port, requests, tokens, connections, rate: ratePerS ?? 0 }
  const args = Object.entries({ ...flags, latencies: latencies ? 1 : 0 })
  const words = args.flatMap(([name, value]) => [`--${name}`, String(value)])
  const { stdout } = await promisify(execFile)(...onCoreOf('client', [program, words]))
  return JSON.parse(stdout) as ClientFigures
}
