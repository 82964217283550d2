import { expect, test } from 'vitest'
import { readRequestScatter } from './request-rows.ts'
import { appendRecords } from './requests.ts'
import { saveRun } from './runs.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from './storage.test-support.ts'

test('every request is a point at the moment it was sent, in that order', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const error = { code: 'reset', message: 'Cut off.', status: null, body: null } as const
  appendRecords(database, exampleRun.id, [
    exampleRecord(0, { sentAtUs: 2e6, firstTokenAtUs: 2.05e6, endedAtUs: 2.2e6 }),
    exampleRecord(1, { sentAtUs: 1e6, error, firstTokenAtUs: null, endedAtUs: 1.5e6 }),
  ])
  const points = (metric: 'ttft' | 'e2el') =>
    readRequestScatter(database, { runId: exampleRun.id, metric })
  expect(points('ttft')).toEqual([
    { atS: 1, ms: null, failed: true },
    { atS: 2, ms: 50, failed: false },
  ])
  expect(points('e2el').map(({ ms }) => ms)).toEqual([null, 200])
  expect(readRequestScatter(database, { runId: 'elsewhere', metric: 'e2el' })).toEqual([])
})
