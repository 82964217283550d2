import { expect, test } from 'vitest'
import { formatClock, formatDuration, formatLatency, formatMoment } from './times.ts'

test.each([
  { format: formatLatency, time: null, text: '–', remark: 'not measured' },
  { format: formatLatency, time: 0.091, text: '91.0\u00a0µs', remark: 'below a tenth of one ms' },
  { format: formatLatency, time: -0.00748, text: '−7.5\u00a0µs', remark: 'of differences too' },
  { format: formatLatency, time: 0, text: '0\u00a0ms', remark: 'nothing' },
  { format: formatLatency, time: 0.4567, text: '0.457\u00a0ms', remark: 'below a millisecond' },
  { format: formatLatency, time: 96.04, text: '96.0\u00a0ms', remark: 'below a second' },
  { format: formatLatency, time: 999.4, text: '999\u00a0ms', remark: 'still below a second' },
  { format: formatLatency, time: 999.6, text: '1.00\u00a0s', remark: 'rounds to a second' },
  { format: formatLatency, time: 1912, text: '1.91\u00a0s', remark: 'seconds above' },
  { format: formatDuration, time: null, text: '–', remark: 'unknown' },
  { format: formatDuration, time: 0.35, text: '0.350\u00a0s', remark: 'a moment' },
  { format: formatDuration, time: 12, text: '12.0\u00a0s', remark: 'seconds' },
  { format: formatDuration, time: 59.96, text: '1:00', remark: 'rounds to a minute' },
  { format: formatDuration, time: 130, text: '2:10', remark: 'minutes' },
  { format: formatDuration, time: 3723, text: '1:02:03', remark: 'hours' },
  { format: formatClock, time: null, text: '–', remark: 'unknown' },
  { format: formatClock, time: 9.4, text: '0:09', remark: 'whole seconds' },
  { format: formatClock, time: -1, text: '0:00', remark: 'never less than none' },
  { format: formatMoment, time: null, text: '–', remark: 'unknown' },
  {
    format: formatMoment,
    time: new Date(2026, 7, 1, 14, 3).getTime(),
    text: '2026-08-01 14:03',
    remark: 'sorts as text',
  },
])('$format.name shows $time as $text: $remark', ({ format, time, text }) => {
  expect(format(time)).toBe(text)
})
