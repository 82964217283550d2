import { expect, test } from 'vitest'
import type { ErrorGroup } from '#core/model/run/run-summary.ts'
import { cutOff, genuineFailures } from './genuine-failures.ts'

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
