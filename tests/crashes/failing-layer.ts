// Programs under an interposed layer whose calls of the file system fail, or are looked at, one by one.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-failing-'))
const layer = path.join(folder, 'failing-disk.so')

/** Needs a C compiler. */
export const isLayerBuilt =
  process.platform === 'linux' &&
  spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', layer, file('failing-disk.c'), '-ldl'])
    .status === 0

export function removeLayer(): void {
  rmSync(folder, { recursive: true, force: true })
}

export function dataFolder(): string {
  return mkdtempSync(path.join(folder, 'data-'))
}

const errors = ['ENOSPC', 'EIO', 'EINTR', 'SHORT', 'KILL'] as const

export type Failure = Readonly<{ at: number; how: string }>

/** At each of `parts` calls of `calls`, spread over them, another one for each error. */
export function failuresIn(calls: number, parts: number): Failure[] {
  return errors.flatMap((how, which) =>
    Array.from({ length: parts }, (_, part) => ({
      at: 1 + Math.floor(((part + which / errors.length) * calls) / parts),
      how,
    })),
  )
}

type Program = Readonly<{
  /** File of this folder. */
  name: string
  args: readonly string[]
  /** Part of the paths whose calls count. */
  under: string
  failure?: Failure | undefined
  environment?: Readonly<Record<string, string>> | undefined
}>

/** Returns what it printed, and the number of calls; those of one that was killed are unknown. */
export function runUnder({ name, args, under, failure, environment }: Program) {
  const counted = path.join(dataFolder(), 'calls')
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', file(name), ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{ LD_PRELOAD: layer, FAIL_UNDER: under, FAIL_COUNT: counted },
      ...{ FAIL_AT: String(failure?.at ?? -1), FAIL_HOW: failure?.how ?? '' },
      ...environment,
    },
  })
  return { stdout: stdout.trim(), calls: () => Number(readFileSync(counted, 'utf8')) }
}
