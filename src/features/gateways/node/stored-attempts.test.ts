import { expect, test } from 'vitest'
import { readRequestScatter } from '#node/storage/request-rows.ts'
import { appendRecords, readRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'

test('latencies from the first attempt are the same by SQL', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const attempt = { sentAtUs: 1e6, endedAtUs: 2e6, status: 429, waitUs: 5e5 }
  const records = [undefined, [], [attempt], [attempt, { ...attempt, sentAtUs: 25e5 }]].map(
    (rejected, index) =>
      exampleRecord(index, { rejected, sentAtUs: 4e6, firstTokenAtUs: 5e6, endedAtUs: 9e6 }),
  )
  appendRecords(database, exampleRun.id, records)
  expect(readRecords(database, exampleRun.id)).toEqual(records)
  const read = (metric: 'e2el_including_retries' | 'ttft_including_retries') =>
    readRequestScatter(database, { runId: exampleRun.id, metric }).map(({ ms }) => ms)
  expect(read('e2el_including_retries')).toEqual([null, 5000, 8000, 8000])
  expect(read('ttft_including_retries')).toEqual([null, 1000, 4000, 4000])
})
