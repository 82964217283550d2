import { expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { limitOutcomes } from '#core/sweep/limits.ts'
import { limitText, parseLimit } from '#core/sweep/limit-text.ts'

test.each([
  ['mean time_to_solution <= 9 s', true],
  ['p50 time_to_solution <= 8.9 s', false],
  ['p50 model_time <= 5 s', true],
])('of agents, "%s" holds: %s', (text, held) => {
  const whole = { tookUs: 9e6, modelUs: 5e6, thinkUs: 0 }
  const step = { depth: 0, reusableTokens: null, whole }
  const requests = [measured(), measured({ turn: { conversation: 0, number: 0, step } })]
  const config = benchmarkFieldsSchema.parse({ metricPercentiles: [50] })
  const summary = { ...wholeSummary(requests, config), certainty: null }
  const limit = parseLimit(text)
  expect(limit && limitOutcomes([limit], { summary })).toMatchObject([
    { state: held ? 'held' : 'broken' },
  ])
  expect(limit && parseLimit(limitText(limit))).toEqual(limit)
})
