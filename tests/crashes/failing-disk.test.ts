// A disk on which one call fails: every write, read, sync, truncation, renaming, link and removal in turn, by an interposed
// layer. Whatever was reported as stored is there afterwards, and everything can be read.
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun } from '#node/storage/storage.test-support.ts'
import { dataFolder, isLayerBuilt, killedAt, removeLayer, runVictim } from './failing-layer.ts'
import { complaintAbout } from './failing-remains.ts'

afterAll(removeLayer)

type Victim = Readonly<{
  name: string
  fewestCalls: number
  prepare: (data: string) => void
  /** Names a fault in the files afterwards; null if there is none. */
  complaint: (data: string, isDone: boolean) => string | null
}>

const oldContent = 'old '.repeat(10_000)
const newContent = 'new '.repeat(10_000)
const requests = 500
const errors = ['ENOSPC', 'EIO', 'EINTR', 'SHORT']

type Failure = Readonly<{ at: number; how: string }>
type Aftermath = Readonly<{ victim: Victim; data: string; isDone: boolean; failure: Failure }>

let damaged: string | null = null

const victims: Readonly<Record<string, Victim>> = {
  'the database and the file beside it': {
    name: 'batches',
    fewestCalls: 50,
    prepare: () => {},
    complaint: complaintAbout,
  },
  'a result file in place of an older one': {
    name: 'result',
    fewestCalls: 3,
    prepare: (data) => writeFileSync(path.join(data, 'result'), oldContent),
    complaint: (data, isDone) => {
      const content = readFileSync(path.join(data, 'result'), 'utf8')
      if (content === newContent) return null
      return content === oldContent && !isDone ? null : 'neither the old nor the new content'
    },
  },
  'a database that is repaired': {
    name: 'repair',
    fewestCalls: 20,
    prepare: (data) => copyFileSync(damagedDatabase(), path.join(data, 'kneepoint.db')),
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

/** A database of which one page is noise. */
function damagedDatabase(): string {
  if (damaged !== null) return damaged
  const whole = path.join(dataFolder(), 'whole.db')
  const database = openDatabase(whole)
  saveRun(database, exampleRun)
  const records = Array.from({ length: requests }, (_, index) => exampleRecord(index))
  appendRecords(database, exampleRun.id, records)
  database.close()
  const bytes = readFileSync(whole)
  const page = 4096 * Math.floor(bytes.indexOf('bench-250') / 4096)
  damaged = path.join(dataFolder(), 'damaged.db')
  writeFileSync(damaged, bytes.fill(0xa5, page, page + 4096))
  return damaged
}

/** Folders that exist at a time. */
const mostFolders = 200

/** Faults of the data after each of the failures. */
function complaintsOf(victim: Victim, failures: readonly Failure[]): string[] {
  if (failures.length > mostFolders)
    return [
      ...complaintsOf(victim, failures.slice(0, mostFolders)),
      ...complaintsOf(victim, failures.slice(mostFolders)),
    ]
  const attempts = failures.map((failure) => ({ ...failure, data: preparedFolder(victim) }))
  const { areDone } = runVictim(victim.name, attempts)
  return attempts.flatMap(({ data, ...failure }, index) =>
    complaintOf({ victim, data, isDone: areDone[index] ?? false, failure }),
  )
}

/** Faults of the data after a kill at each of the calls. Where a call changed nothing, its folder equals the one before. */
function complaintsOfKills(victim: Victim, calls: readonly number[]): string[] {
  const looked = new Set<string>()
  const killed = killedAt(victim.name, preparedFolder(victim), calls, { half: false })
  return killed.flatMap(({ at, data }) => {
    const content = contentOf(data)
    if (looked.has(content)) return []
    looked.add(content)
    return complaintOf({ victim, data, isDone: false, failure: { at, how: 'KILL' } })
  })
}

function complaintOf({ victim, data, isDone, failure }: Aftermath): string[] {
  try {
    const found = victim.complaint(data, isDone)
    return found === null ? [] : [`${JSON.stringify(failure)}: ${found}`]
  } catch (error) {
    return [`${JSON.stringify(failure)}: ${String(error)}`]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

function preparedFolder({ prepare }: Victim): string {
  const data = dataFolder()
  prepare(data)
  return data
}

/** Digest of all files but the shared memory of a database, which its first reader makes anew. */
function contentOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).toSorted()) {
    if (name.endsWith('-shm')) continue
    hash.update(`${name}\0`).update(readFileSync(path.join(folder, name)))
  }
  return hash.digest('hex')
}

function callsOf(victim: Victim): number {
  const { calls } = runVictim(victim.name, [{ data: preparedFolder(victim), at: -1, how: '' }])
  expect(calls).toBeGreaterThanOrEqual(victim.fewestCalls)
  return calls
}

describe.skipIf(!isLayerBuilt)('a call that fails', () => {
  /** One failure of each kind, spread over the calls. */
  test.each(Object.entries(victims))('loses nothing of %s', (_, victim) => {
    const calls = callsOf(victim)
    const place = (which: number) => 1 + Math.floor((which / 5) * calls)
    const failures = errors.map((how, which) => ({ at: place(which), how }))
    expect(complaintsOf(victim, failures)).toEqual([])
    expect(complaintsOfKills(victim, [place(4)])).toEqual([])
  })

  test.each(Object.entries(victims))(
    'loses nothing of %s, at every call',
    { tags: ['nightly'], timeout: 3_600_000 },
    (_, victim) => {
      const all = Array.from({ length: callsOf(victim) }, (_, index) => index + 1)
      const failures = errors.flatMap((how) => all.map((at) => ({ at, how })))
      expect(complaintsOf(victim, failures)).toEqual([])
      expect(complaintsOfKills(victim, all)).toEqual([])
    },
  )
})
