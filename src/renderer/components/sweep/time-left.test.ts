import { describe, expect, it } from 'vitest'
import { sweepPlanSchema, tuneSchema } from '#core/model/sweep.ts'
import { busy, examplePlan, light, sweepOf } from './example-sweep.test-support.ts'
import { timeLeft } from './time-left.ts'

describe('the time a sweep still takes', () => {
  it('is not known before a point is done', () => {
    const { sweep, rows } = sweepOf([])
    expect(timeLeft(sweep, rows, null)).toBeNull()
  })

  it('is what its points took, for each that waits, with rest and warm-up', () => {
    const { sweep, rows } = sweepOf([light, busy], { ...examplePlan, coolDownS: 5, warmUpS: 2 })
    expect(timeLeft(sweep, rows, null)).toEqual({ seconds: 11.25 + 7, isMost: false })
  })

  it('adds the figures of the point that runs', () => {
    const { sweep, rows } = sweepOf([light])
    const points = sweep.points.map((point) =>
      point.index === 1 ? { ...point, status: 'running' as const } : point,
    )
    expect(timeLeft({ ...sweep, points }, rows, { etaS: 4 })).toEqual({
      ...{ seconds: 4 + 11, isMost: false },
    })
  })

  it('of a search is at most what its runs may take', () => {
    const { search } = sweepPlanSchema.parse({
      ...examplePlan,
      search: { kind: 'capacity', mostRuns: 10 },
    })
    const { sweep, rows } = sweepOf([light, light])
    const done = sweep.points.filter(({ status }) => status === 'completed')
    expect(
      timeLeft({ ...sweep, points: done, plan: { ...sweep.plan, search } }, rows, null),
    ).toEqual({ seconds: 8 * 11, isMost: true })
  })

  it('of a tuning is what its budget leaves, however many settings it has', () => {
    const tune = tuneSchema.parse({
      ...{ flags: [{ numbers: [16, 64], isScale: true, onlyIf: null }], base: {}, gpus: 1 },
      ...{ budget: { runs: 34, minutes: null, gpuMinutes: null }, answers: null },
    })
    const { sweep, rows } = sweepOf([light, light])
    const plan = { ...sweep.plan, tune, axes: [{ name: 'a', settings: [] }] }
    expect(timeLeft({ ...sweep, plan }, rows, null)).toEqual({ seconds: 32 * 11, isMost: true })
    const short = { ...tune, budget: { ...tune.budget, minutes: 1 } }
    expect(timeLeft({ ...sweep, plan: { ...plan, tune: short } }, rows, null)).toEqual({
      ...{ seconds: 60 - 2 * 11, isMost: true },
    })
  })
})
