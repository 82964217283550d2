import { expect, test } from 'vitest'
import { inEnglish, message } from '#core/messages/message.ts'
import { loggedValues, type SweepLogEntry } from '#core/model/sweep-log.ts'
import { appendSweepLog, readSweepLog, removeSweep, saveSweep } from './sweeps.ts'
import { exampleSweep, temporaryDatabase } from './storage.test-support.ts'

const why = message('runs.failed.cancelled')

const entries: readonly SweepLogEntry[] = [
  { atEpochMs: 1, kind: 'started', point: null, values: {} },
  { atEpochMs: 2.5, kind: 'point-started', point: 0, values: { load: '4 req/s', repeat: 1 } },
  {
    atEpochMs: 3,
    kind: 'point-ended',
    point: 0,
    ...loggedValues({ status: 'failed', reason: why }),
  },
]

test('a log is read in the order it was written, and goes with its sweep', () => {
  const database = temporaryDatabase()
  saveSweep(database, exampleSweep)
  for (const entry of entries) appendSweepLog(database, exampleSweep.id, entry)
  expect(readSweepLog(database, exampleSweep.id)).toEqual(entries)
  expect(entries[2]).toMatchObject({ values: { reason: inEnglish(why) }, texts: { reason: why } })
  removeSweep(database, exampleSweep.id)
  expect(readSweepLog(database, exampleSweep.id)).toEqual([])
})
