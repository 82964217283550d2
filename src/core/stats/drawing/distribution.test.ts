import { expect, test } from 'vitest'
import { metricDistributions } from './distribution.ts'
import { measured } from '../fixtures/requests.ts'

test('there is one distribution per metric, in milliseconds', () => {
  const distributions = metricDistributions([
    measured({ ttftS: 0.1 }),
    measured({ ttftS: 0.3 }),
    measured({ ttftS: 0.2 }),
  ])
  expect(distributions.map(({ metric }) => metric)).toEqual(['ttft', 'tpot', 'itl', 'e2el'])
  const [ttft] = distributions
  expect(ttft?.count).toBe(3)
  expect(ttft?.values[0]).toBe(100)
  expect(ttft?.values[ttft.quantiles.indexOf(0.5)]).toBe(200)
  expect(ttft?.values.at(-1)).toBe(300)
  expect(ttft?.values).toHaveLength(ttft?.quantiles.length ?? 0)
})

test('without requests every distribution is empty', () => {
  for (const distribution of metricDistributions([])) {
    expect(distribution).toMatchObject({
      count: 0,
      edges: [],
      counts: [],
      quantiles: [],
      values: [],
    })
  }
})
