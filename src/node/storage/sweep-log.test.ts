import { expect, test } from 'vitest'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import { appendSweepLog, readSweepLog, removeSweep, saveSweep } from './sweeps.ts'
import { exampleSweep, temporaryDatabase } from './storage.test-support.ts'

const entries: readonly SweepLogEntry[] = [
  { atEpochMs: 1, kind: 'started', point: null, values: {} },
  { atEpochMs: 2.5, kind: 'point-started', point: 0, values: { load: '4 req/s', repeat: 1 } },
]

test('a log is read in the order it was written, and goes with its sweep', () => {
  const database = temporaryDatabase()
  saveSweep(database, exampleSweep)
  for (const entry of entries) appendSweepLog(database, exampleSweep.id, entry)
  expect(readSweepLog(database, exampleSweep.id)).toEqual(entries)
  removeSweep(database, exampleSweep.id)
  expect(readSweepLog(database, exampleSweep.id)).toEqual([])
})
