import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { type SweepPlan, sweepPlanSchema, tuneSchema } from '#core/model/sweep.ts'
import { fewestSearchedRequests } from '#core/sweep/sweep-points.ts'
import { tuneTime } from './tune-time.ts'

const tune = tuneSchema.parse({
  flags: [{ numbers: [16, 8], isScale: true, onlyIf: null }],
  budget: { gpuMinutes: 60, runs: null, minutes: null },
  base: {},
  gpus: 1,
})

function planOver(over: 'requestRate' | 'maxConcurrency'): SweepPlan {
  return sweepPlanSchema.parse({
    name: 'Seats',
    config: defaultBenchmarkConfig,
    secondsPerPoint: 2,
    requestRates: ['inf'],
    maxConcurrencies: [null],
    axes: [{ name: 'max-num-seqs', settings: [{}, { name: '8', server: { 'max-num-seqs': 8 } }] }],
    limits: [{ name: 'ttft', percentile: 99, bound: 300 }],
    search: { kind: 'capacity', over, from: 1, upTo: 400 },
    tune,
  })
}

test('a percentile needs requests, which take their time at a light load', () => {
  const plan = planOver('requestRate')
  const fewest = fewestSearchedRequests(plan.limits)
  expect(fewest).toBeGreaterThan(50)
  expect(tuneTime(plan, tune, 30).runS).toEqual([Math.max(800, fewest) / 400, fewest])
})

test('in flight, a run lasts as long as asked', () => {
  expect(tuneTime(planOver('maxConcurrency'), tune, 30).runS).toEqual([2, 2])
})
