import { expect, test } from 'vitest'
import { logClock } from './log-line.ts'

const launched = Date.parse('2026-11-21T16:00:00Z')

test.each([
  { remark: 'UTC', first: '11-21 16:00:07', seconds: 7 },
  { remark: 'eight hours ahead, on the next day', first: '11-22 00:00:09', seconds: 9 },
  { remark: 'behind', first: '11-21 11:01:00', seconds: 60 },
  { remark: 'half hours', first: '11-21 21:30:05', seconds: 5 },
])('$remark', ({ first, seconds }) => {
  expect(logClock(launched)(first)).toBe(launched + seconds * 1000)
})

test('the zone is settled by the first line; lines without a time have none', () => {
  const clock = logClock(launched)
  expect(clock(null)).toBeNull()
  expect(clock('11-21 16:00:10')).toBe(launched + 10_000)
  expect(clock('11-21 17:30:10')).toBe(launched + 90 * 60_000 + 10_000)
})
