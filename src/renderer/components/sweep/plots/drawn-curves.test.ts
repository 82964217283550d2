import { describe, expect, it } from 'vitest'
import { busy, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { drawnCurves } from './drawn-curves.ts'
import { cellCurves } from '../cells/sweep-cells.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')
const choice = {
  metric: 'ttft',
  percentiles: [50, 99],
  throughput: 'outputThroughput',
} as const

function measuredSweep(...wanted: Parameters<typeof sweepOf>) {
  const { sweep, rows } = sweepOf(...wanted)
  return { sweep, curves: cellCurves(sweep, rows) }
}

describe('the curves that are drawn', () => {
  it('leave out cells that wait, and have a figure for each statistic', () => {
    expect(drawnCurves([measuredSweep([light, busy])], { choice, t })).toMatchObject([
      {
        name: 'sweep.noLimit',
        points: [
          {
            label: 'sweep.rate 1',
            throughput: { value: 100 },
            latencies: [{ value: 40 }, { value: 90 }],
          },
          {
            label: 'sweep.rate 10',
            throughput: { value: 900 },
            latencies: [{ value: 40 }, { value: 90 }],
          },
        ],
      },
    ])
  })

  it('have nothing where a run was not asked for the percentile', () => {
    const [curve] = drawnCurves([measuredSweep([light])], {
      choice: { ...choice, percentiles: [75, null] },
      t,
    })
    expect(curve?.points[0]?.latencies).toMatchObject([null, { value: 40 }])
  })

  it('are named by what stays the same along each, where that varies', () => {
    const plan = { ...examplePlan, maxConcurrencies: [8, null] }
    const names = drawnCurves([measuredSweep([light], plan)], { choice, t }).map(({ name }) => name)
    expect(names).toEqual(['sweep.limit 8', 'sweep.noLimit'])
  })

  it('of several sweeps carry the name of their own, and keys of their own', () => {
    const one = measuredSweep([light])
    const other = measuredSweep([busy], { ...examplePlan, name: 'other' })
    const curves = drawnCurves([one, { ...other, sweep: { ...other.sweep, id: 'sweep-2' } }], {
      ...{ choice, t },
    })
    expect(curves.map(({ name }) => name)).toEqual(['rates', 'other'])
    expect(curves.map(({ points }) => points[0]?.key)).toEqual([
      'sweep-1 0//1/none',
      'sweep-2 0//1/none',
    ])
  })
})
