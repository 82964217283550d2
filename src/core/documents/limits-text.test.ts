import { expect, test } from 'vitest'
import type { LimitOutcome } from '../sweep/limits.ts'
import { inEnglish } from '../messages/message.ts'
import { valueText } from './limits-text.ts'

const latency = { name: 'e2el', percentile: 99, bound: 9000 } as const

test.each<[LimitOutcome['limit'], number | null, string]>([
  [latency, 43, '43.0 ms'],
  [latency, 12_345.67, '12345.7 ms'],
  [latency, null, 'not known'],
  [{ name: 'failedShare', percentile: null, bound: 0.01 }, 0.0251, '2.5 %'],
])('what was measured of a limit is written as tables write it: %j %s', (limit, value, text) => {
  const outcome: LimitOutcome = {
    limit,
    value,
    state: 'broken',
    crossing: null,
    waitMs: 0,
    margin: null,
    lack: null,
  }
  expect(inEnglish(valueText(outcome))).toBe(text)
})
