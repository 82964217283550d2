// A run that is killed at some moment, and what the next start finds of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Run } from '#core/model/run/run.ts'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import { recoverAbandoned, recoverInterrupted } from '#node/runs/recover-interrupted.ts'
import { type Database, openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { readRecords } from '#node/storage/requests.ts'
import { listRuns } from '#node/storage/runs.ts'
import { startCountingServer } from './counting-server.ts'
import { StarvationWatch } from './starvation.ts'

type Victim = Readonly<{
  /** What a process of Node is started with. */
  args: (folder: string, baseUrl: string) => readonly string[]
  /** What the next start does about it. */
  recover: (database: Database) => void
}>

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const benchmark =
  '--save-run --model counted --prompt-token-ids --vocab-size 1000 --random-input-len 4 --random-output-len 3 ' +
  '--num-prompts 100000 --request-rate 200 --disable-tqdm'

export const victims = {
  'the command line': {
    args: (_folder, baseUrl) => [
      ...[commandLine, 'bench', 'serve', '--base-url', baseUrl],
      ...benchmark.split(' '),
    ],
    recover: recoverAbandoned,
  },
  'the application': {
    args: (folder, baseUrl) => [file('doomed-run.ts'), folder, baseUrl],
    recover: recoverInterrupted,
  },
} as const satisfies Readonly<Record<string, Victim>>

export type VictimName = keyof typeof victims

export type Remains = Readonly<{
  /** Null where it was killed before there was one. */
  run: Run | null
  records: number
  /** Answers that were over a second before the end, and as long before that as it was kept from the processor. */
  owed: number
  /** How long that was in its last second, in ms. */
  starvedMs: number
  problems: readonly string[]
}>

/** Kills it this many ms after the first response, or after its start where that is negative. */
export async function kill(name: VictimName, afterMs: number): Promise<Remains> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-killed-'))
  // One of its own: what a victim leaves behind may ask on for a moment.
  const server = await startCountingServer()
  try {
    const args = victims[name].args(folder, server.baseUrl)
    const child = spawn(process.execPath, ['--no-warnings', ...args], {
      env: { ...process.env, KNEEPOINT_DATA: folder },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    const watch = new StarvationWatch(child.pid ?? 0)
    while (afterMs >= 0 && server.endedBefore(Infinity) === 0) await delay(5)
    await delay(Math.abs(afterMs))
    watch.stop()
    const secondAgoMs = performance.now() - 1000
    child.kill('SIGKILL')
    await exited
    const starvedMs = Math.round(watch.since(secondAgoMs))
    const owed = server.endedBefore(secondAgoMs - starvedMs)
    return { ...remainsIn(path.join(folder, 'kneepoint.db'), victims[name]), owed, starvedMs }
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function remainsIn(databasePath: string, { recover }: Victim): Omit<Remains, 'owed' | 'starvedMs'> {
  if (!existsSync(databasePath)) return { run: null, records: 0, problems: [] }
  const database = openDatabase(databasePath)
  recover(database)
  const [run = null] = listRuns(database, { text: '', sweepId: null })
  const records = run === null ? 0 : readRecords(database, run.id).length
  database.close()
  return { run, records, problems: checkDatabase(databasePath).problems }
}

/** In words, what does not hold of it; null where all does. */
export function complaint({ run, records, owed, starvedMs, problems }: Remains): string | null {
  if (problems.length > 0) return `the database is damaged: ${problems[0]}`
  if (records < owed)
    return `${records} requests were kept of ${owed} that were over a second before, of which it was starved ${starvedMs} ms`
  if (run === null) return null
  if (run.status !== 'failed') return `the run is ${run.status}`
  const reported = (run.summary?.completed ?? 0) + (run.summary?.failed ?? 0)
  if (reported !== records)
    return `its figures are of ${reported} requests, and ${records} were kept`
  const says = run.failure?.message.includes(`${records} of ${run.plannedRequests} requests`)
  return says === true ? null : `it says: ${run.failure?.message}`
}
