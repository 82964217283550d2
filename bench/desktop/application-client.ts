// Our client as an application runs it, in a child process: on Node, or in Electron. Bundled for both by client-bundle.ts.
import { readFileSync } from 'node:fs'
import type { ChildProcessPort } from '#contract/app-events.ts'
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { LoadProcesses } from '#node/load/workers/load-process.ts'
import type { ClientFigures } from '../rig/client-figures.ts'
import type { Load } from '../rig/load.ts'
import { figuresOf, planOf } from '../rig/our-load.ts'

export type Spawned = Readonly<{
  port: ChildProcessPort<ToLoadGenerator, FromLoadGenerator>
  /** Null until the process runs. */
  pid: () => number | null
}>

export async function runApplicationClient(
  spawnGenerator: () => Spawned,
  port: number,
  load: Load,
): Promise<ClientFigures> {
  const records: RequestRecord[] = []
  let pid: () => number | null = () => null
  let before = { cpuSeconds: 0, peakMemoryKb: 0 }
  let after = before
  const loads = new LoadProcesses(() => {
    const spawned = spawnGenerator()
    pid = spawned.pid
    return spawned.port
  })
  const look = () => {
    after = costsOf(pid()) ?? after
  }
  const watch = setInterval(look, 100)
  const { durationUs } = await loads
    .run(
      planOf(`http://127.0.0.1:${port}/v1/completions`, load),
      {
        onPhase: (phase) => {
          look()
          if (phase === 'running') before = after
        },
        onProgress: look,
        onRecords: (batch) => {
          look()
          records.push(...batch)
        },
      },
      new AbortController().signal,
    )
    .finally(() => {
      clearInterval(watch)
      loads.close()
    })
  return {
    seconds: durationUs / 1e6,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    peakMemoryKb: after.peakMemoryKb,
    ...figuresOf(records, load),
  }
}

/** Since the start of the process; null if it has ended. */
function costsOf(pid: number | null): { cpuSeconds: number; peakMemoryKb: number } | null {
  if (pid === null) return null
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticksPerSecond = 100
    const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])]
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { cpuSeconds: (userTicks + systemTicks) / ticksPerSecond, peakMemoryKb: Number(peak) }
  } catch {
    return null
  }
}
