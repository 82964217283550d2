// vLLM's client in Rust as a user starts it, with the figures of its result file.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientFigures } from './client-figures.ts'
import { benchServe } from './command-line.ts'
import { spreadOf } from './figures.ts'
import type { Load } from './load.ts'
import { runMetered } from './metered.ts'
import type { VllmRs } from './vllm-rs.ts'

/** Of its result file; times are in seconds. */
type PeerResult = Readonly<{
  duration: number
  ttfts: readonly number[]
  itls: readonly (readonly number[])[]
}>

export type PeerTools = Readonly<{ meter: string; peer: VllmRs }>

/** CPU and memory are those of the whole command. */
export async function runPeerClient(
  { meter, peer }: PeerTools,
  port: number,
  load: Load,
): Promise<ClientFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-peer-'))
  const saving = ['--save-result', '--save-detailed', '--result-dir', folder]
  const words = [...benchServe(port, load), ...saving, '--result-filename', 'result.json']
  try {
    const { cpuSeconds, peakMemoryKb } = await runMetered(meter, [peer.program, words])
    const result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as PeerResult
    const gaps = result.itls.flat()
    return {
      requests: result.ttfts.length,
      events: gaps.length + result.ttfts.length,
      seconds: result.duration,
      ...{ cpuSeconds, peakMemoryKb },
      ttft: spreadOf(result.ttfts.map((seconds) => seconds * 1000)),
      itl: spreadOf(gaps.map((seconds) => seconds * 1000)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
