// A benchmark of the command line against a server that does nothing else, watched from outside: what it takes of the
// machine, and what it keeps.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Run } from '#core/model/run/run.ts'
import type { ServerTiming } from '#core/model/run/calibration.ts'
import { compileNative, findCompiler, startNativeServer } from '#node/calibration/native-server.ts'
import { startNodeServer } from '#node/calibration/node-server.ts'
import type { TruthfulServer } from '#node/calibration/truthful-server.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import { recoverAbandoned } from '#node/runs/recover-interrupted.ts'
import { openDatabase } from '#node/storage/database.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { listRuns } from '#node/storage/runs.ts'

export type WatchedRun = Readonly<{
  /** How the program ended, and what it said last. */
  code: number | null
  notes: string
  run: Run
  requestsKept: number
  seconds: number
  peakMemoryMiB: number
  /** Open at once: files, sockets, pipes. */
  mostFiles: number
}>

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const lookEveryMs = 250

/** `disturb` is given the database, and returns what ends it. */
export async function watchedRun(
  timing: ServerTiming,
  flags: string,
  disturb: (databasePath: string) => () => Promise<void> = () => () => Promise.resolve(),
): Promise<WatchedRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-large-'))
  const server = await startServer({ ...timing, logs: false }, folder)
  const startedMs = performance.now()
  const databasePath = path.join(folder, 'kneepoint.db')
  const calm = disturb(databasePath)
  try {
    const watched = await watch(
      [
        ...`bench serve --save-run --base-url http://127.0.0.1:${server.port}`.split(' '),
        ...flags.split(' '),
      ],
      folder,
    )
    const seconds = (performance.now() - startedMs) / 1000
    await calm()
    return { ...watched, ...keptIn(databasePath), seconds }
  } finally {
    await calm()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** In C where there is a compiler: one in JavaScript would be what is measured. */
async function startServer(timing: ServerTiming, into: string): Promise<TruthfulServer> {
  const compiler = await findCompiler()
  const places = { compiler: compiler ?? '', sources: file('../../bench/native'), into }
  const program = compiler === null ? null : await compileNative('truthful-server', places)
  if (program !== null) return startNativeServer(program, timing)
  return startNodeServer(() => forkChild(file('../../src/utility/truthful-server.ts')), timing)
}

async function watch(args: readonly string[], folder: string) {
  const child = spawn(process.execPath, ['--no-warnings', file('../../src/cli/main.ts'), ...args], {
    env: { ...process.env, KNEEPOINT_DATA: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let notes = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text))
  const peak = { peakMemoryMiB: 0, mostFiles: 0 }
  const looking = setInterval(() => {
    peak.peakMemoryMiB = Math.max(peak.peakMemoryMiB, peakMemoryMiBOf(child.pid))
    peak.mostFiles = Math.max(peak.mostFiles, filesOf(child.pid))
  }, lookEveryMs)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(looking)
  return { ...peak, code, notes }
}

function keptIn(databasePath: string): Pick<WatchedRun, 'run' | 'requestsKept'> {
  const database = openDatabase(databasePath)
  recoverAbandoned(database)
  const [run] = listRuns(database, { text: '', sweepId: null })
  if (run === undefined) throw new Error('no run was kept')
  const requestsKept = countRequestRows(database, { runId: run.id, failedOnly: false })
  database.close()
  return { run, requestsKept }
}

/** 0 where the system does not report it, or the process has ended. */
function peakMemoryMiBOf(pid: number | undefined): number {
  return orZero(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  })
}

/** Likewise. */
function filesOf(pid: number | undefined): number {
  return orZero(() => readdirSync(`/proc/${pid}/fd`).length)
}

function orZero(look: () => number): number {
  try {
    return look()
  } catch {
    return 0
  }
}
