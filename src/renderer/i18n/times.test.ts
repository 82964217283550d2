import { expect, test } from 'vitest'
import { formatClock, formatDuration, formatLatency, formatMoment } from './i18n.ts'

test.each<[ms: number | null, text: string, remark: string]>([
  [null, '–', 'not measured'],
  [0.091, '91.0\u00a0µs', 'microseconds below a tenth of one'],
  [-0.00748, '−7.5\u00a0µs', 'of differences too'],
  [0, '0\u00a0ms', 'nothing'],
  [0.4567, '0.457\u00a0ms', 'below a millisecond'],
  [96.04, '96.0\u00a0ms', 'milliseconds below a second'],
  [999.4, '999\u00a0ms', 'still below a second'],
  [999.6, '1.00\u00a0s', 'what rounds to a second is a second'],
  [1912, '1.91\u00a0s', 'seconds above'],
])('the latency %d ms is shown as %s: %s', (ms, text) => {
  expect(formatLatency(ms)).toBe(text)
})

test.each([
  [formatDuration, 0.35, '0.350\u00a0s'],
  [formatDuration, 12, '12.0\u00a0s'],
  [formatDuration, 59.96, '1:00'],
  [formatDuration, 130, '2:10'],
  [formatDuration, 3723, '1:02:03'],
  [formatClock, 9.4, '0:09'],
  [formatClock, -1, '0:00'],
])('%o shows %d s as %s', (format, seconds, text) => {
  expect(format(seconds)).toBe(text)
})

test('a moment is written so that it sorts', () => {
  expect(formatMoment(new Date(2026, 7, 1, 14, 3).getTime())).toBe('2026-08-01 14:03')
})

test.each([formatDuration, formatClock, formatMoment])('%o shows a dash for none', (format) => {
  expect(format(null)).toBe('–')
})
