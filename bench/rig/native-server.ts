// The truthful server in C, in a process and on a core of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onCoreOf } from './processors.ts'
import type { ServerTiming, Truth, TruthfulServer } from './rig.ts'

export async function startNativeServer(
  program: string,
  { ttftMs, itlMs, eventsPerWrite = 1, logs = true }: ServerTiming,
): Promise<TruthfulServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-truth-'))
  const log = join(folder, 'truth.jsonl')
  const flags = {
    ...{ 'ttft-ms': ttftMs, 'itl-ms': itlMs, 'events-per-write': eventsPerWrite },
    ...(logs ? { log } : {}),
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(...onCoreOf('server', [program, args]), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface(server.stdout), 'line')) as [string]
  return {
    port: Number(port),
    async stop() {
      server.kill('SIGTERM')
      await once(server, 'exit')
      const truths = logs ? readTruths(log) : []
      rmSync(folder, { recursive: true })
      return truths
    },
  }
}

function readTruths(log: string): Truth[] {
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Truth)
}
