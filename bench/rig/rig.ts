// The rig: a server that logs what it really did and when, and a client that is the limit, both in C. Their
// binaries, `mockserve` and `drain`, lie in the folder that KNEEPOINT_RIG names.
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** What the server says of one request, in nanoseconds of the monotonic clock. */
export type Truth = Readonly<{
  rid: string
  recv: number
  first: number
  last: number
  ev: number
}>

export type TruthfulServer = Readonly<{
  url: string
  port: number
  /** Stops it and gives what it logged, by request id. */
  stop(): Promise<ReadonlyMap<string, Truth>>
}>

export type ServerTiming = Readonly<{
  ttftMs: number
  itlMs: number
  /** Events put into one write. */
  coalesce?: number
}>

export function findRig(): string | null {
  const folder = process.env.KNEEPOINT_RIG
  return folder !== undefined && existsSync(join(folder, 'mockserve')) ? folder : null
}

/** Server on core 0, we and all we start on core 1, where the system lets us choose. */
export function pinToOwnCore(): boolean {
  return spawnSync('taskset', ['-cp', '1', String(process.pid)]).status === 0
}

function onServerCore(program: string, args: readonly string[]): [string, string[]] {
  const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0
  return canPin ? ['taskset', ['-c', '0', program, ...args]] : [program, [...args]]
}

export async function startTruthfulServer(
  rig: string,
  timing: ServerTiming,
): Promise<TruthfulServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-truth-'))
  const log = join(folder, 'truth.jsonl')
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const { ttftMs, itlMs, coalesce } = timing
  const args = ['--port', port, '--ttft-ms', ttftMs, '--itl-ms', itlMs, '--log', log, '--quiet']
  if (coalesce !== undefined) args.push('--split-mode', `coalesce:${coalesce}`)
  const server = spawn(...onServerCore(join(rig, 'mockserve'), args.map(String)))
  await untilListening(port, server)
  return {
    url: `http://127.0.0.1:${port}/v1/completions`,
    port,
    stop: async () => {
      server.kill('SIGINT')
      await once(server, 'exit')
      const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
      rmSync(folder, { recursive: true })
      return new Map(
        lines.map((line) => JSON.parse(line) as Truth).map((truth) => [truth.rid, truth]),
      )
    },
  }
}

async function untilListening(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await delay(20)
  }
  throw new Error(`the truthful server could not start on port ${port}`)
}

/** What the limit client prints. */
export type LimitFigures = Readonly<{
  events: number
  events_per_s: number
  req_per_s: number
  cpu_user_s: number
  cpu_sys_s: number
  mean_ttft_ms?: number
  p99_ttft_ms?: number
  p99_itl_ms?: number
}>

export type LimitLoad = Readonly<{
  requests: number
  tokens: number
  concurrency: number
  latencies?: boolean
}>

export async function runLimitClient(
  rig: string,
  port: number,
  { requests, tokens, concurrency, latencies = false }: LimitLoad,
): Promise<LimitFigures> {
  const args = ['--port', port, '--requests', requests, '--tokens', tokens, '--conc', concurrency]
  const { stdout } = await promisify(execFile)(join(rig, 'drain'), [
    ...args.map(String),
    ...(latencies ? ['--lat'] : []),
  ])
  return JSON.parse(stdout) as LimitFigures
}
