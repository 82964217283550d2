import { describe, expect, it } from 'vitest'
import { busy, drowned, examplePlan, light, sweepOf } from './example-sweep.ts'
import { sweepCurves } from './sweep-curves.ts'

describe('the curves of a sweep', () => {
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
    [key, ...Object.values(values)].join(' ')
  const choice = { metric: 'ttft', throughput: 'outputThroughput' } as const

  it('are one over the rates when there is one limit, without the points that wait', () => {
    const { sweep, rows } = sweepOf([light, busy])
    expect(sweepCurves({ sweep, rows, choice }, t)).toMatchObject([
      {
        name: 'sweep.noLimit',
        points: [
          { index: 0, label: 'sweep.rate 1', throughput: 100, medianMs: 40, p99Ms: 90 },
          { index: 1, label: 'sweep.rate 10', throughput: 900, medianMs: 40, p99Ms: 90 },
        ],
      },
    ])
  })

  it('are one per limit when there are several', () => {
    const { sweep, rows } = sweepOf([light, busy, drowned, light], {
      ...examplePlan,
      maxConcurrencies: [8, null],
    })
    const curves = sweepCurves({ sweep, rows, choice }, t)
    expect(curves.map(({ name }) => name)).toEqual(['sweep.limit 8', 'sweep.noLimit'])
    expect(curves.map(({ points }) => points.length)).toEqual([3, 1])
  })

  it('are one over the limits when there is one rate', () => {
    const { sweep, rows } = sweepOf([light, busy], {
      ...examplePlan,
      requestRates: ['inf'],
      maxConcurrencies: [8, 64],
    })
    expect(sweepCurves({ sweep, rows, choice }, t)).toMatchObject([
      { name: 'sweep.rateInf', points: [{ label: 'sweep.limit 8' }, { label: 'sweep.limit 64' }] },
    ])
  })
})
