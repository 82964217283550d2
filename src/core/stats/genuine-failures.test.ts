import { expect, test } from 'vitest'
import type { ErrorGroup } from '#core/model/run/run-summary.ts'
import { cutOff, genuineFailures, isLostInTransport } from './genuine-failures.ts'

const group = (code: ErrorGroup['code'], count: number): ErrorGroup => ({
  code,
  count,
  message: '',
})

test.each<[string, number | null, ErrorGroup[], number, number | null]>([
  ['none where nothing failed', 0, [], 0, 0],
  ['all where nothing was cancelled', 7, [group('reset', 4), group('timeout', 3)], 0, 7],
  ['none where all were cut off', 35, [group('cancelled', 35)], 35, 0],
  ['those before the end', 40, [group('cancelled', 35), group('reset', 5)], 35, 5],
  ['unknown where nothing was counted', null, [], 0, null],
])('genuine failures: %s', (_, failed, errors, cut, genuine) => {
  expect(cutOff({ errors })).toBe(cut)
  expect(genuineFailures({ failed, errors })).toBe(genuine)
})

test.each([
  { remark: 'nothing failed', completed: 10, errors: [], expected: false },
  { remark: 'nothing was sent', completed: 0, errors: [], expected: false },
  { remark: 'most were refused', completed: 4, errors: [group('refused', 6)], expected: true },
  { remark: 'half were refused', completed: 5, errors: [group('refused', 5)], expected: false },
  {
    remark: 'most were refused or reset',
    completed: 4,
    errors: [group('refused', 3), group('reset', 3)],
    expected: true,
  },
  {
    remark: 'the server answered with errors',
    completed: 0,
    errors: [group('http-status', 10)],
    expected: false,
  },
])('a run in which $remark: $expected', ({ completed, errors, expected }) => {
  const failed = errors.reduce((sum, { count }) => sum + count, 0)
  expect(isLostInTransport({ completed, failed, errors })).toBe(expected)
})
