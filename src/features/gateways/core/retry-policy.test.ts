import { expect, test } from 'vitest'
import { retryWaitUs } from './retry-policy.ts'

const epochMs = Date.parse('2026-03-01T12:00:00Z')
const rejection = { index: 0, attempt: 0, retryAfter: null, retryAfterMs: null, epochMs }

test.each([
  ['2', 2_000_000],
  ['0', 0],
  [' 1.5 ', 1_500_000],
  ['Sun, 01 Mar 2026 12:00:07 GMT', 7_000_000],
  ['Sunday, 01-Mar-26 12:00:07 GMT', 7_000_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
])('waits as Retry-After asks: %s', (retryAfter, waitUs) => {
  expect(retryWaitUs({ seed: 0 }, { ...rejection, retryAfter })).toBe(waitUs)
})

test.each([
  ['2', '30', 30_000],
  ['601', null, null],
  ['86400', '86400000', null],
  ['Mon, 02 Mar 2026 12:00:00 GMT', null, null],
  ['600', 'soon', 600_000_000],
])('waits for milliseconds, and never for hours: %s, %s', (retryAfter, retryAfterMs, waitUs) => {
  expect(retryWaitUs({ seed: 0 }, { ...rejection, retryAfter, retryAfterMs })).toBe(waitUs)
})

test.each([null, '', 'soon', '-3'])(
  'backs off where Retry-After says nothing: %s',
  (retryAfter) => {
    const waitUs = retryWaitUs({ seed: 0 }, { ...rejection, retryAfter })
    expect(waitUs).toBe(retryWaitUs({ seed: 0 }, rejection))
  },
)

test('doubles from 0.5 s to 8 s, less up to a quarter', () => {
  const fullS = [0.5, 1, 2, 4, 8, 8, 8]
  for (const [attempt, longestS] of fullS.entries()) {
    const waitsS = Array.from(
      { length: 400 },
      (_, index) => (retryWaitUs({ seed: 3 }, { ...rejection, index, attempt }) ?? NaN) / 1e6,
    )
    expect(Math.max(...waitsS)).toBeLessThanOrEqual(longestS)
    expect(Math.max(...waitsS)).toBeGreaterThan(0.99 * longestS)
    expect(Math.min(...waitsS)).toBeGreaterThanOrEqual(0.75 * longestS)
    expect(Math.min(...waitsS)).toBeLessThan(0.76 * longestS)
  }
})

test('follows from seed, request and attempt alone', () => {
  const waitOf = (seed: number, index: number) => retryWaitUs({ seed }, { ...rejection, index })
  expect(waitOf(1, 5)).toBe(waitOf(1, 5))
  expect(waitOf(1, 5)).not.toBe(waitOf(2, 5))
  expect(waitOf(1, 5)).not.toBe(waitOf(1, 6))
})
