import { expect, test } from 'vitest'
import type { RequestRecord } from '#core/records/request-record.ts'
import { failureLines } from './error-text.ts'
import { exampleRecords } from './example-run.test-support.ts'

const answered = exampleRecords.filter(({ error }) => error === null)
const failed = exampleRecords.filter(({ error }) => error !== null)

function cutOff(record: RequestRecord): RequestRecord {
  return { ...record, error: { code: 'cancelled', message: 'Cut.', status: null, body: null } }
}

test('failures are listed with the words of the server, the first ten of them', () => {
  const lines = failureLines([...answered, ...Array.from({ length: 12 }, () => failed).flat()])
  expect(lines).toHaveLength(11)
  expect(lines.slice(0, 2)).toEqual([
    'Failed requests during benchmark run detected (capping to 10):',
    'Error 0: The server answered 500.\n{"a":"b"}',
  ])
})

test('nothing is said of a run without failures, nor of requests cut off by its end', () => {
  expect(failureLines([...answered, ...answered.map(cutOff)])).toEqual([])
})
