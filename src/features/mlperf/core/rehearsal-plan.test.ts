import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { rehearsalPlan, rehearsalPoints } from './rehearsal-plan.ts'

const order = {
  ...{ minConcurrency: 4, maxConcurrency: 256, points: 7 },
  ...{ isAgentic: false, minutesPerPoint: null },
}
const plan = sweepPlanSchema.parse({
  name: 'rehearsal',
  config: defaultBenchmarkConfig,
  requestRates: [3],
  maxConcurrencies: [null],
  secondsPerPoint: 60,
})

test('every point of the sweep lasts as long as its region needs', () => {
  const points = rehearsalPoints(order)
  const rehearsal = rehearsalPlan(plan, points)
  const configs = sweepPoints(rehearsal).map((point) => pointConfig(rehearsal, point))
  const measured = configs
    .map(({ maxConcurrency, durationMinutes, requestRate }) => ({
      ...{ concurrency: maxConcurrency, minutes: durationMinutes, requestRate },
    }))
    .sort((a, b) => (a.concurrency ?? 0) - (b.concurrency ?? 0))
  expect(measured).toEqual(
    points.map(({ concurrency, minutes }) => ({ concurrency, minutes, requestRate: 'inf' })),
  )
  expect(new Set(points.map(({ minutes }) => minutes))).toEqual(new Set([10, 20]))
})

test('a shortened rehearsal has the same points', () => {
  const short = rehearsalPoints({ ...order, minutesPerPoint: 1 })
  expect(short.map(({ concurrency }) => concurrency)).toEqual(
    rehearsalPoints(order).map(({ concurrency }) => concurrency),
  )
  expect(short.every(({ minutes }) => minutes === 1)).toBe(true)
})
