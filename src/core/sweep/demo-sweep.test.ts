import { expect, test } from 'vitest'
import { demandingPercentile } from '#core/stats/certainty/percentile-interval.ts'
import { demoPlan, isDemoPlan } from './demo-sweep.ts'
import { pointConfig, sweepPoints } from './sweep-points.ts'

const plan = demoPlan('First knee')
const configs = sweepPoints(plan).map((point) => pointConfig(plan, point))

test('every point sends enough requests for the highest percentile it reports', () => {
  const fewest = demandingPercentile(plan.config.metricPercentiles)?.fewestRequests ?? Infinity
  expect(Math.min(...configs.map(({ numPrompts }) => numPrompts))).toBeGreaterThanOrEqual(fewest)
})

test('the schedules of its points last less than 30 s together', () => {
  const seconds = configs.map(({ numPrompts, requestRate }) => numPrompts / Number(requestRate))
  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThan(30)
})

test('prompts differ from point to point, so that no point profits from the cache of another', () => {
  expect(new Set(configs.map(({ seed }) => seed)).size).toBe(configs.length)
})

test('is recognised under another name, and a changed plan is not', () => {
  expect(isDemoPlan({ ...plan, name: '首个拐点' })).toBe(true)
  expect(isDemoPlan({ ...plan, secondsPerPoint: 10 })).toBe(false)
  expect(isDemoPlan({ ...plan, requestRates: [1, 2] })).toBe(false)
})
