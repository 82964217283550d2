import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { busy, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { parallelLines } from './parallel-lines.ts'
import { cellCurves } from '../cells/sweep-cells.ts'
import { keyAsText } from '../../../i18n/key-as-text.test-support.ts'

const plan = sweepPlanSchema.parse({
  ...examplePlan,
  requestRates: [10, 'inf'],
  axes: [
    { name: 'batch', settings: [{ server: { a: 1 } }, { server: { a: 2 } }] },
    { name: 'fixed', settings: [{ server: { b: 1 } }] },
  ],
})

describe('a sweep as parallel coordinates', () => {
  it('has an axis for everything that varies, then for what was measured', () => {
    const { sweep, rows } = sweepOf([light, busy], plan)
    const choice = { metric: 'e2el', percentiles: [99], throughput: 'outputThroughput' } as const
    const { axes, lines } = parallelLines(
      { sweep, curves: cellCurves(sweep, rows) },
      choice,
      keyAsText,
    )
    expect(axes).toEqual([
      { name: 'batch', names: ['a 1', 'a 2'], log: false },
      { name: 'sweep.heat.requestRate', names: ['10', '∞'], log: false },
      { name: 'metrics.outputThroughput.axis', names: null, log: false },
      { name: 'p99 charts.metric.e2el (ms)', names: null, log: true },
    ])
    expect(lines.map(({ configuration, values }) => [configuration, ...values])).toEqual([
      [0, 'a 1', '10', 100, 1000],
      [0, 'a 1', '∞', 900, 1500],
      [1, 'a 2', '10', null, null],
      [1, 'a 2', '∞', null, null],
    ])
  })
})
