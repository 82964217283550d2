// Programs under an interposed layer whose calls of the file system fail, or are looked at, one by one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const prefix = 'kneepoint-failing-'
const folder = mkdtempSync(path.join(tmpdir(), prefix))
/** In memory where that can be had: a sync there takes no time, and whether one is made is what the layer sees. */
const shared = '/dev/shm'
const memory = mkdtempSync(path.join(existsSync(shared) ? shared : tmpdir(), prefix))
const layer = path.join(folder, 'failing-disk.so')

/** Needs a C compiler. */
export const isLayerBuilt =
  process.platform === 'linux' &&
  spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', layer, file('failing-disk.c'), '-ldl'])
    .status === 0

export function removeLayer(): void {
  for (const each of [folder, memory]) rmSync(each, { recursive: true, force: true })
}

export function dataFolder(): string {
  return mkdtempSync(path.join(memory, 'data-'))
}

/** One run of a victim in a folder of its own; `at` is the call that fails. */
export type Attempt = Readonly<{ data: string; at: number; how: string }>

/** Runs the victim once for each attempt, in one process. Returns which ended without an error, and the number of calls of the last. */
export function runVictim(
  victim: string,
  attempts: readonly Attempt[],
  environment: Readonly<Record<string, string>> = {},
): Readonly<{ areDone: readonly boolean[]; calls: number }> {
  const counted = path.join(dataFolder(), 'calls')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', file('failing-attempts.ts'), victim],
    {
      encoding: 'utf8',
      input: JSON.stringify(attempts),
      env: { ...process.env, LD_PRELOAD: layer, FAIL_COUNT: counted, ...environment },
    },
  )
  if (stdout === '') throw new Error(stderr)
  return {
    areDone: JSON.parse(stdout) as readonly boolean[],
    calls: Number(readFileSync(counted, 'utf8')),
  }
}

/** Kills a victim at each of the calls: its folder is copied there, which is what a kill leaves. Returns a folder for each call. */
export function killedAt(
  victim: string,
  data: string,
  calls: readonly number[],
  { half }: { half: boolean },
): readonly Readonly<{ at: number; data: string }>[] {
  const copies = mkdtempSync(path.join(folder, 'copies-'))
  runVictim(victim, [{ data, at: -1, how: '' }], {
    ...{ SNAP_AT: `,${calls.join(',')},`, SNAP_OF: data, SNAP_TO: copies },
    ...(half ? { SNAP_HALF: '1' } : {}),
  })
  return calls.map((at) => ({ at, data: path.join(copies, String(at)) }))
}
