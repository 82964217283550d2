import { expect, test } from 'vitest'
import type { ErrorGroup } from '../model/run/run-summary.ts'
import { isLostInTransport } from './lost-in-transport.ts'

const lost = (code: ErrorGroup['code'], count: number): ErrorGroup => ({ code, message: '', count })

test.each([
  { remark: 'nothing failed', completed: 10, errors: [], expected: false },
  { remark: 'nothing was sent', completed: 0, errors: [], expected: false },
  { remark: 'most were refused', completed: 4, errors: [lost('refused', 6)], expected: true },
  { remark: 'half were refused', completed: 5, errors: [lost('refused', 5)], expected: false },
  {
    remark: 'most were refused or reset',
    completed: 4,
    errors: [lost('refused', 3), lost('reset', 3)],
    expected: true,
  },
  {
    remark: 'the server answered with errors',
    completed: 0,
    errors: [lost('http-status', 10)],
    expected: false,
  },
])('a run in which $remark: $expected', ({ completed, errors, expected }) => {
  const failed = errors.reduce((sum, { count }) => sum + count, 0)
  expect(isLostInTransport({ completed, failed, errors })).toBe(expected)
})
