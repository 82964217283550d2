import { message } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import { exampleRecord, exampleRun, temporaryDatabase } from './storage.test-support.ts'
import { countRequestRows, readRequestRows } from './request-rows.ts'
import { appendRecords } from './requests.ts'
import { saveRun } from './runs.ts'

test('request rows are sorted and paged in SQL, with what was not measured at the end', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const error = { code: 'http-status', message: 'HTTP 503', status: 503, body: 'full' } as const
  appendRecords(database, exampleRun.id, [
    exampleRecord(0, { endedAtUs: 90_050 }),
    exampleRecord(1, { error, firstTokenAtUs: null, interTokenLatenciesUs: new Uint32Array() }),
    exampleRecord(2, { outputTokens: 1 }),
    exampleRecord(3, { endedAtUs: 40_050 }),
  ])
  const all = { runId: exampleRun.id, offset: 0, limit: 10, failedOnly: false } as const
  const order = (query: Partial<Parameters<typeof readRequestRows>[1]>) =>
    readRequestRows(database, { ...all, sort: 'index', descending: false, ...query }).map(
      ({ index }) => index,
    )
  expect(order({})).toEqual([0, 1, 2, 3])
  expect(order({ descending: true, limit: 2, offset: 1 })).toEqual([2, 1])
  expect(order({ sort: 'e2elMs' })).toEqual([3, 2, 0, 1])
  expect(order({ sort: 'e2elMs', descending: true })).toEqual([0, 2, 3, 1])
  expect(order({ sort: 'tpotMs' })).toEqual([3, 0, 1, 2])
  expect(order({ failedOnly: true })).toEqual([1])
  expect(countRequestRows(database, all)).toBe(4)
  expect(countRequestRows(database, { ...all, failedOnly: true })).toBe(1)
})

test('what the server rejected and what was cut off is not among the failures', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const codes = ['rejected', 'cancelled', 'timeout', 'conversation-rejected'] as const
  const errors = codes.map((code) => ({ code, message: code, status: null, body: null }))
  const records = errors.map((error, index) => exampleRecord(index, { error }))
  appendRecords(database, exampleRun.id, records)
  const query = { runId: exampleRun.id, offset: 0, limit: 10, failedOnly: true } as const
  const rows = readRequestRows(database, { ...query, sort: 'index', descending: false })
  expect(rows.map(({ errorCode }) => errorCode)).toEqual(['timeout'])
  expect(countRequestRows(database, query)).toBe(1)
})

test('a request row carries milliseconds, and null where nothing was measured', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const text = message('runs.failed.reset', { code: 'EPIPE' })
  const error = { code: 'reset', message: 'Cut off.', text, status: null, body: null } as const
  appendRecords(database, exampleRun.id, [
    exampleRecord(0, { turn: { conversation: 4, number: 1 } }),
    exampleRecord(1, { error, firstTokenAtUs: null, interTokenLatenciesUs: new Uint32Array() }),
  ])
  const query = { runId: exampleRun.id, offset: 0, limit: 10, failedOnly: false } as const
  const [measured, failed] = readRequestRows(database, {
    ...query,
    sort: 'index',
    descending: false,
  })
  expect(measured).toMatchObject({
    index: 0,
    requestId: 'bench-0',
    conversation: 4,
    turn: 1,
    target: null,
    scheduledAtMs: 0,
    sentAtMs: 0.05,
    ttftMs: 20,
    ttfoMs: null,
    tpotMs: 10,
    e2elMs: 50,
    maxItlMs: 20,
    inputs: 1,
    promptTokens: 256,
    outputTokens: 4,
    reasoningTokens: null,
    errorCode: null,
    errorMessage: null,
    errorText: null,
    errorStatus: null,
    errorBody: null,
  })
  expect(failed).toMatchObject({
    conversation: null,
    turn: null,
    ttftMs: null,
    tpotMs: null,
    e2elMs: null,
    maxItlMs: null,
    inputs: 1,
    errorCode: 'reset',
    errorMessage: 'Cut off.',
    errorText: text,
  })
})
