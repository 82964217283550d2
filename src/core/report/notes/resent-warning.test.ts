import { expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import { resentWarning } from './resent-warning.ts'

test('requests sent twice are counted among all', () => {
  expect(readable(resentWarning({ resent: 2, completed: 5, failed: 1 }))).toEqual([
    expect.stringMatching(
      /^2 of 6 requests were sent a second time, .* Raise its keep-alive limit/,
    ),
  ])
})

test.each([0, null])('%s of them are no warning', (resent) => {
  expect(readable(resentWarning({ resent, completed: 5, failed: 1 }))).toEqual([])
})
