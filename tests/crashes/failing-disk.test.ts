// A disk on which one call fails: every write, read, sync and truncation of the database and the file beside it in turn, by an
// interposed layer. Whatever was reported as stored is there afterwards, and everything can be read.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverInterrupted } from '#node/runs/recover-interrupted.ts'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/maintenance/check-database.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { findRun } from '#node/storage/runs.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-failing-'))
const layer = path.join(folder, 'failing-disk.so')
const isBuilt =
  process.platform === 'linux' &&
  spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', layer, file('failing-disk.c'), '-ldl'])
    .status === 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Failure = Readonly<{ at: number; how: string }>

function attempt({ at, how }: Failure) {
  const data = mkdtempSync(path.join(folder, 'data-'))
  const databasePath = path.join(data, 'kneepoint.db')
  const counted = path.join(data, 'calls')
  const { stdout } = spawnSync(
    process.execPath,
    ['--no-warnings', file('failing-writer.ts'), databasePath],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ LD_PRELOAD: layer, FAIL_UNDER: `${data}/kneepoint.db`, FAIL_COUNT: counted },
        ...{ FAIL_AT: String(at), FAIL_HOW: how },
      },
    },
  )
  const stored = Number(stdout.trim().split('\n').at(-1) ?? 0)
  return { data, databasePath, stored, calls: () => Number(readFileSync(counted, 'utf8')) }
}

/** What is wrong afterwards; null for nothing. */
function complaint(failure: Failure): string | null {
  const { data, databasePath, stored } = attempt(failure)
  try {
    const database = openDatabase(databasePath)
    recoverInterrupted(database)
    const kept = countRequestRows(database, { runId: exampleRun.id, failedOnly: false })
    const run = findRun(database, exampleRun.id)
    database.close()
    const { problems } = checkDatabase(databasePath)
    if (problems.length > 0) return `${JSON.stringify(failure)}: ${problems[0]}`
    if (kept < stored) return `${JSON.stringify(failure)}: ${kept} of ${stored} requests`
    if (stored > 0 && run === null) return `${JSON.stringify(failure)}: the run is lost`
    return null
  } catch (error) {
    return `${JSON.stringify(failure)}: ${String(error)}`
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

const errors = ['ENOSPC', 'EIO', 'EINTR', 'SHORT', 'KILL'] as const

describe.skipIf(!isBuilt)('a call that fails', () => {
  let calls = 0
  beforeAll(() => {
    calls = attempt({ at: -1, how: '' }).calls()
  })

  function failures(parts: number): Failure[] {
    return errors.flatMap((how, which) =>
      Array.from({ length: parts }, (_, part) => ({
        at: 1 + Math.floor(((part + which / errors.length) * calls) / parts),
        how,
      })),
    )
  }

  test('loses nothing that was stored', () => {
    expect(calls).toBeGreaterThan(50)
    expect(failures(3).flatMap((failure) => complaint(failure) ?? [])).toEqual([])
  })

  test('at every call', { tags: ['nightly'], timeout: 3_600_000 }, () => {
    expect(failures(calls).flatMap((failure) => complaint(failure) ?? [])).toEqual([])
  })
})
