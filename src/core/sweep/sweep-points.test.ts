import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '../model/benchmark-config.ts'
import type { SweepPlan } from '../model/sweep.ts'
import { pointConfig, sweepPoints } from './sweep-points.ts'

const plan: SweepPlan = {
  name: 'grid',
  config: { ...defaultBenchmarkConfig, numPrompts: 200 },
  requestRates: [2, 'inf'],
  maxConcurrencies: [8, null],
  secondsPerPoint: null,
}

test('a sweep takes every rate at one concurrency before it goes to the next', () => {
  expect(sweepPoints(plan)).toEqual([
    { index: 0, requestRate: 2, maxConcurrency: 8, status: 'waiting', runId: null },
    { index: 1, requestRate: 'inf', maxConcurrency: 8, status: 'waiting', runId: null },
    { index: 2, requestRate: 2, maxConcurrency: null, status: 'waiting', runId: null },
    { index: 3, requestRate: 'inf', maxConcurrency: null, status: 'waiting', runId: null },
  ])
})

test.each([
  { remark: 'a fixed number', secondsPerPoint: null, requestRate: 50, requests: 200 },
  { remark: 'rate × seconds', secondsPerPoint: 4, requestRate: 12.6, requests: 50 },
  { remark: 'never too few to mean anything', secondsPerPoint: 2, requestRate: 0.5, requests: 10 },
  { remark: 'the fixed number at rate inf', secondsPerPoint: 4, requestRate: 'inf', requests: 200 },
] as const)('a point sends $remark', ({ secondsPerPoint, requestRate, requests }) => {
  const config = pointConfig(
    { ...plan, secondsPerPoint },
    { index: 0, requestRate, maxConcurrency: 3 },
  )
  expect(config).toEqual({ ...plan.config, requestRate, maxConcurrency: 3, numPrompts: requests })
})

test('no two points send the same prompts', () => {
  const seeds = sweepPoints(plan).map((point) => pointConfig(plan, point).seed)
  expect(seeds).toEqual([0, 1, 2, 3])
})
