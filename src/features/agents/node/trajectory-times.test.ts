import { expect, test } from 'vitest'
import { readRequestScatter } from '#node/storage/request-rows.ts'
import { appendRecords, readRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'

test('times of trajectories are the same by SQL', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const whole = { tookUs: 9e6, modelUs: 5e6, thinkUs: 0 }
  const records = [undefined, {}, { whole, endedAfterUs: 9e6 }].map((ending, index) => {
    const step = ending && { depth: 0, reusableTokens: null, ...ending }
    return exampleRecord(index, { turn: { conversation: 0, number: index, step } })
  })
  appendRecords(database, exampleRun.id, records)
  expect(readRecords(database, exampleRun.id)).toEqual(records)
  const read = (metric: 'time_to_solution' | 'model_time') =>
    readRequestScatter(database, { runId: exampleRun.id, metric }).map(({ ms }) => ms)
  expect(read('time_to_solution')).toEqual([null, null, 9000])
  expect(read('model_time')).toEqual([null, null, 5000])
})
