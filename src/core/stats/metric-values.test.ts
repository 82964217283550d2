import { expect, test } from 'vitest'
import { measured, refused } from './fixtures/requests.ts'
import { metricValuesS, tokenLatenciesS } from './metric-values.ts'

const requests = [
  measured({ ttftS: 0.2 }),
  measured({ ttftS: 0.9, error: refused }),
  measured({ outputTokens: 1, interTokenLatenciesS: new Float64Array() }),
]

test('values are pooled over successes only', () => {
  const values = metricValuesS(requests)
  expect([...values.ttft]).toEqual([0.2, 0.1])
  expect([...values.e2el]).toEqual([0.3, 0.3])
  expect([...values.itl]).toEqual([0.1, 0.1])
})

test('requests of one token have no TPOT', () => {
  expect(metricValuesS(requests).tpot).toHaveLength(1)
})

test('token latency shares the whole latency out, over answers that have tokens', () => {
  const silent = measured({ outputTokens: 0 })
  expect([...tokenLatenciesS([...requests, silent])]).toEqual([expect.closeTo(0.1, 12), 0.3])
})
