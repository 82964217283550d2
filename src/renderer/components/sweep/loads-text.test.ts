import { expect, test } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { plainSpaces } from '#core/base/numbers.ts'
import { t } from '../../i18n/i18n.ts'
import { examplePlan } from './example-sweep.test-support.ts'
import { loadsText } from './loads-text.ts'

test.each<[string, object]>([
  ['1, 10, 100 req/s', {}],
  ['1, 10, 100 req/s × none, 8 in flight', { maxConcurrencies: [null, 8] }],
  ['4, 8 in flight', { requestRates: ['inf'], maxConcurrencies: [4, 8] }],
  ['search, 1–64 req/s', { search: { kind: 'capacity', from: 1, upTo: 64 } }],
  [
    'search, 2–32 in flight',
    { search: { kind: 'curve', over: 'maxConcurrency', from: 2, upTo: 32 } },
  ],
])('a sweep over %s', (text, changes) => {
  expect(plainSpaces(loadsText(sweepPlanSchema.parse({ ...examplePlan, ...changes }), t))).toBe(
    text,
  )
})
