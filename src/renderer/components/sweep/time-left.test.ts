import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
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
})
