import { expect, test } from 'vitest'
import { appendRecords, findRecord } from '#node/storage/requests.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { saveRun } from '#node/storage/runs.ts'
import { requestDetail } from './request-detail.ts'

const record = {
  ...exampleRecord(3),
  ...{ index: 3, scheduledAtUs: 1000, sentAtUs: 3000, firstTokenAtUs: 23_000, endedAtUs: 60_000 },
  interTokenLatenciesUs: Uint32Array.of(10_000, 20_000),
  generatedText: 'x'.repeat(3000),
  serverTimes: { queueS: 0.004, ttftS: 0.015 },
}

test('a stored request is shown token by token, from the moment it was sent', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  appendRecords(database, exampleRun.id, [record])
  const found = findRecord(database, exampleRun.id, 3)
  expect(found && requestDetail(found)).toMatchObject({
    ...{ index: 3, queuedMs: 2, tokensAtMs: [20, 30, 50], omitted: 0, endedAtMs: 57 },
    server: { queueMs: 4, ttftMs: 15 },
  })
  expect(findRecord(database, exampleRun.id, 4)).toBeNull()
})

test('of a long response the beginning is shown, and as many tokens as can be drawn', () => {
  const long = { ...record, interTokenLatenciesUs: new Uint32Array(5000).fill(10) }
  const { answerHead, tokensAtMs, omitted } = requestDetail(long)
  expect(answerHead).toHaveLength(2000)
  expect(tokensAtMs).toHaveLength(4000)
  expect(omitted).toBe(1001)
})

test('one that got no token has none', () => {
  const failed = { ...exampleRecord(3), firstTokenAtUs: null }
  expect(requestDetail({ ...failed, interTokenLatenciesUs: new Uint32Array() })).toMatchObject({
    ...{ tokensAtMs: [], server: null },
  })
})
