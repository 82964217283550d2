import { describe, expect, it } from 'vitest'
import { busy, drowned, light, sweepOf } from './example-sweep.ts'
import { isSound, kneeOf } from './sweep-rows.ts'
import { pointMark } from './sweep-status.ts'

describe('the points of a sweep', () => {
  it('carry what their runs measured, and nothing while they wait', () => {
    const { rows } = sweepOf([light])
    expect(rows.map(({ outputThroughput }) => outputThroughput)).toEqual([100, null, null])
    expect(rows.map(({ run }) => run?.id ?? null)).toEqual(['run-0', null, null])
  })

  it('are saturated where the server finished long after the last request was due', () => {
    const { rows } = sweepOf([light, busy, drowned])
    expect(rows.map(({ saturated }) => saturated)).toEqual([false, false, true])
    expect(rows.map(isSound)).toEqual([true, true, false])
    expect(rows.map((row) => pointMark(row).word)).toEqual([
      'run.status.completed',
      'run.status.completed',
      'sweep.status.saturated',
    ])
  })
})

describe('the knee of a sweep', () => {
  it('is the point of greatest power that the server kept up with', () => {
    expect(kneeOf(sweepOf([light, busy, drowned]).rows)).toBe(1)
  })

  it('is not named while the last point is still the best, or nothing is measured', () => {
    expect(kneeOf(sweepOf([light, busy]).rows)).toBeNull()
    expect(kneeOf(sweepOf([]).rows)).toBeNull()
  })
})
