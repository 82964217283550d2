// A disk on which one call fails: every write, read, sync, truncation, renaming, link and removal in turn, by an interposed
// layer. Whatever was reported as stored is there afterwards, and everything can be read.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun } from '#node/storage/storage.test-support.ts'
import {
  type Failure,
  dataFolder,
  failuresIn,
  isLayerBuilt,
  removeLayer,
  runUnder,
} from './failing-layer.ts'
import { complaintAbout } from './failing-remains.ts'

afterAll(removeLayer)

type Victim = Readonly<{
  fewestCalls: number
  /** Returns the number of calls. */
  run: (data: string, failure?: Failure) => Readonly<{ calls: () => number; isDone: boolean }>
  /** Names a fault in the files afterwards; null if there is none. */
  complaint: (data: string, isDone: boolean) => string | null
}>

const oldContent = 'old '.repeat(10_000)
const newContent = 'new '.repeat(10_000)
const requests = 500
let damaged: string | null = null

const victims: Readonly<Record<string, Victim>> = {
  'the database and the file beside it': {
    fewestCalls: 50,
    run: (data, failure) => {
      const args = [path.join(data, 'kneepoint.db'), path.join(data, 'stored'), '6', '50']
      const under = `${data}/kneepoint.db`
      return { ...runUnder({ name: 'failing-writer.ts', args, under, failure }), isDone: false }
    },
    complaint: complaintAbout,
  },
  'a result file in place of an older one': {
    fewestCalls: 3,
    run: (data, failure) => runFiles(data, 'result', failure),
    complaint: (data, isDone) => {
      const content = readFileSync(path.join(data, 'result'), 'utf8')
      if (content === newContent) return null
      return content === oldContent && !isDone ? null : 'neither the old nor the new content'
    },
  },
  'a database that is repaired': {
    fewestCalls: 20,
    run: (data, failure) => runFiles(data, 'repair', failure),
    complaint: (data, isDone) => {
      const databasePath = path.join(data, 'kneepoint.db')
      const isWhole = checkDatabase(databasePath).problems.length === 0
      if (!isWhole) return isDone ? 'it is damaged' : null
      const database = openDatabase(databasePath)
      const kept = countRequestRows(database, { runId: exampleRun.id, failedOnly: false })
      database.close()
      return kept > requests - 60 ? null : `${kept} requests`
    },
  },
}

function runFiles(data: string, kind: 'result' | 'repair', failure?: Failure) {
  writeFileSync(path.join(data, 'result'), oldContent)
  damaged ??= damagedDatabase()
  copyFileSync(damaged, path.join(data, 'kneepoint.db'))
  const { stdout, calls } = runUnder({
    name: 'failing-files.ts',
    args: [data, kind],
    under: data,
    failure,
  })
  return { calls, isDone: stdout === 'done' }
}

/** A database of which one page is noise. */
function damagedDatabase(): string {
  const whole = path.join(dataFolder(), 'whole.db')
  const database = openDatabase(whole)
  saveRun(database, exampleRun)
  const records = Array.from({ length: requests }, (_, index) => exampleRecord(index))
  appendRecords(database, exampleRun.id, records)
  database.close()
  const bytes = readFileSync(whole)
  const page = 4096 * Math.floor(bytes.indexOf('bench-250') / 4096)
  const copy = path.join(dataFolder(), 'damaged.db')
  writeFileSync(copy, bytes.fill(0xa5, page, page + 4096))
  return copy
}

function complaintsOf({ run, complaint }: Victim, failures: readonly Failure[]): string[] {
  return failures.flatMap((failure) => {
    const data = dataFolder()
    try {
      const { isDone } = run(data, failure)
      const found = complaint(data, isDone)
      return found === null ? [] : [`${JSON.stringify(failure)}: ${found}`]
    } catch (error) {
      return [`${JSON.stringify(failure)}: ${String(error)}`]
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  })
}

describe.skipIf(!isLayerBuilt)('a call that fails', () => {
  test.each(Object.entries(victims))('loses nothing of %s', (_, victim) => {
    expect(complaintsOf(victim, failuresIn(callsOf(victim), 1))).toEqual([])
  })

  test.each(Object.entries(victims))(
    'loses nothing of %s, at every call',
    { tags: ['nightly'], timeout: 7_200_000 },
    (_, victim) => {
      const calls = callsOf(victim)
      expect(complaintsOf(victim, failuresIn(calls, calls))).toEqual([])
    },
  )
})

function callsOf({ run, fewestCalls }: Victim): number {
  const calls = run(dataFolder()).calls()
  expect(calls).toBeGreaterThanOrEqual(fewestCalls)
  return calls
}
