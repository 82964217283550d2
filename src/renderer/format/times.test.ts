import { describe, expect, test } from 'vitest'
import { formatClock, formatDuration, formatLatency, formatMoment } from './times.ts'

describe('formatLatency', () => {
  test.each([
    { ms: null, text: '–', remark: 'not measured' },
    { ms: 0.091, text: '91.0\u00a0µs', remark: 'microseconds below a tenth of one' },
    { ms: -0.00748, text: '−7.5\u00a0µs', remark: 'of differences too' },
    { ms: 0, text: '0\u00a0ms', remark: 'nothing' },
    { ms: 0.4567, text: '0.457\u00a0ms', remark: 'below a millisecond' },
    { ms: 96.04, text: '96.0\u00a0ms', remark: 'milliseconds below a second' },
    { ms: 999.4, text: '999\u00a0ms', remark: 'still below a second' },
    { ms: 999.6, text: '1.00\u00a0s', remark: 'what rounds to a second is a second' },
    { ms: 1912, text: '1.91\u00a0s', remark: 'seconds above' },
  ])('shows $ms ms as $text: $remark', ({ ms, text }) => {
    expect(formatLatency(ms)).toBe(text)
  })
})

describe('formatDuration', () => {
  test.each([
    { seconds: null, text: '–', remark: 'unknown' },
    { seconds: 0.35, text: '0.350\u00a0s', remark: 'a moment' },
    { seconds: 12, text: '12.0\u00a0s', remark: 'seconds' },
    { seconds: 59.96, text: '1:00', remark: 'what rounds to a minute is a minute' },
    { seconds: 130, text: '2:10', remark: 'minutes' },
    { seconds: 3723, text: '1:02:03', remark: 'hours' },
  ])('shows $seconds s as $text: $remark', ({ seconds, text }) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})

test('a clock counts whole seconds and never shows less than none', () => {
  expect(formatClock(9.4)).toBe('0:09')
  expect(formatClock(-1)).toBe('0:00')
  expect(formatClock(null)).toBe('–')
})

test('a moment is written so that it sorts', () => {
  expect(formatMoment(new Date(2026, 7, 1, 14, 3).getTime())).toBe('2026-08-01 14:03')
  expect(formatMoment(null)).toBe('–')
})
