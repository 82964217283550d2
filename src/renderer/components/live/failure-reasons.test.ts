import { expect, test } from 'vitest'
import { failureReasons } from './failure-reasons.ts'

test('failures are gathered by message, the most frequent first, with the first words of the server', () => {
  const rows = [
    { errorMessage: 'HTTP 503', errorBody: null },
    { errorMessage: 'refused', errorBody: null },
    { errorMessage: 'HTTP 503', errorBody: 'overloaded' },
    { errorMessage: 'HTTP 503', errorBody: 'later' },
  ]
  expect(failureReasons(rows)).toEqual([
    { message: 'HTTP 503', count: 3, body: 'overloaded' },
    { message: 'refused', count: 1, body: null },
  ])
})
