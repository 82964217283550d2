import { expect, test } from 'vitest'
import { failureReasons } from './failure-reasons.ts'

test('failures are gathered by message, the most frequent first, with the first words of the server', () => {
  const rows = [
    { errorMessage: 'HTTP 503', errorText: null, errorBody: null },
    { errorMessage: 'refused', errorText: null, errorBody: null },
    { errorMessage: 'HTTP 503', errorText: null, errorBody: 'overloaded' },
    { errorMessage: 'HTTP 503', errorText: null, errorBody: 'later' },
  ]
  expect(failureReasons(rows)).toEqual([
    { message: 'HTTP 503', text: 'HTTP 503', count: 3, body: 'overloaded' },
    { message: 'refused', text: 'refused', count: 1, body: null },
  ])
})
