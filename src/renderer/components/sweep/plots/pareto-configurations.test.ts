import { describe, expect, it } from 'vitest'
import { busy, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { paretoConfigurations } from './pareto-configurations.ts'
import { cellCurves } from '../cells/sweep-cells.ts'
import { keyAsText } from '../../../i18n/key-as-text.test-support.ts'

function measuredSweep(...[measured, plan = examplePlan]: Parameters<typeof sweepOf>) {
  const { sweep, rows } = sweepOf(measured, plan)
  return { sweep, curves: cellCurves(sweep, rows) }
}

describe('the choices of a sweep', () => {
  it('are its measured cells, and only the better of two that give a user the same is on the front', () => {
    const { configurations, isPerGpu } = paretoConfigurations(
      [measuredSweep([light, busy])],
      keyAsText,
    )
    expect(isPerGpu).toBe(false)
    expect(configurations).toMatchObject([
      {
        name: 'sweep.sizing.only',
        points: [
          { perUser: 100, perServer: 100, isOnFront: false },
          { perUser: 100, perServer: 900, isOnFront: true },
        ],
      },
    ])
  })

  it('of several sweeps share one front', () => {
    const other = measuredSweep([light], { ...examplePlan, name: 'other' })
    const { configurations } = paretoConfigurations(
      [measuredSweep([busy]), { ...other, sweep: { ...other.sweep, id: 'sweep-2' } }],
      keyAsText,
    )
    expect(configurations.map(({ name, points }) => [name, points[0]?.isOnFront])).toEqual([
      ['rates', true],
      ['other', false],
    ])
  })
})
