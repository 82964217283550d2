import { expect, test } from 'vitest'
import { remarkableStep } from './run-progress.ts'

test.each([
  { step: 'draining', ended: 0, shown: null, remark: 'all were sent at once' },
  { step: 'draining', ended: 899, shown: null, remark: 'most is still to come' },
  { step: 'draining', ended: 950, shown: 'draining', remark: 'only the last are missing' },
  { step: 'running', ended: 10, shown: null, remark: 'that requests are sent is plain to see' },
] as const)('of 1,000 requests with $ended ended, $step is shown as $shown: $remark', (row) => {
  const snapshot = {
    planned: 1000,
    completed: 0,
    failed: 0,
    rejected: row.ended,
    clientCancelled: 0,
  }
  expect(remarkableStep(row.step, snapshot)).toBe(row.shown)
})
