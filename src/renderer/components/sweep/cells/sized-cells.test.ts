import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { busy, drowned, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { cellSizing, fewestServers, recommendedCell, ruleOf } from './sized-cells.ts'
import { cellCurves } from './sweep-cells.ts'

const limited = sweepPlanSchema.parse({
  ...examplePlan,
  limits: [{ name: 'e2el', percentile: 99, bound: 1200 }],
  price: { perHour: 3.6 },
})

function curvesOf(plan = examplePlan, measured = [light, busy, drowned]) {
  const { sweep, rows } = sweepOf(measured, plan)
  return cellCurves(sweep, rows)
}

function recommended(plan = examplePlan, measured = [light, busy, drowned]) {
  const curves = curvesOf(plan, measured)
  const cells = curves.flatMap((curve) => curve.cells)
  return (
    recommendedCell(plan, cells, ruleOf({ plan, answers: [] }, curves))?.cell.cell.requestRate ??
    null
  )
}

describe('the load a server may be run at', () => {
  it('is the busiest that holds every limit', () => {
    expect(ruleOf({ plan: limited, answers: [] }, curvesOf(limited))).toBe('limits')
    expect(recommended(limited)).toBe(1)
    expect(recommended(limited, [busy, busy, drowned])).toBeNull()
  })

  it('is the knee where there are no limits, and without a knee the busiest that is sound', () => {
    expect(recommended()).toBe(10)
    expect(ruleOf({ plan: examplePlan, answers: [] }, curvesOf(examplePlan, [light, busy]))).toBe(
      'busiest',
    )
    expect(recommended(examplePlan, [light, busy])).toBe(10)
  })

  it('is not one whose queue grows, though the time per token holds', () => {
    const limits = [{ name: 'tpot', percentile: null, bound: 1e6 }]
    const perToken = sweepPlanSchema.parse({ ...examplePlan, limits })
    expect(recommended(perToken, [light, drowned])).toBe(1)
  })

  it('may need fewer servers if the capacity is the upper end of its interval', () => {
    const found = { over: 'requestRate', interval: { low: 4, high: 16 } } as const
    const wish = (amount: number, of: 'requests' | 'users') => ({
      ...{ demand: { amount, of }, pricePerGpuHour: null, gpusPerServer: null },
    })
    expect(fewestServers(found, wish(50, 'requests'), 13)).toBe(4)
    expect(fewestServers(found, wish(50, 'users'), 13)).toBeNull()
    expect(fewestServers(found, wish(3, 'requests'), 1)).toBeNull()
    expect(fewestServers({ ...found, interval: null }, wish(50, 'requests'), 13)).toBeNull()
  })

  it('has no sizing before it was measured', () => {
    const [cell] = curvesOf(limited, []).flatMap((curve) => curve.cells)
    expect(cell && cellSizing(limited, cell)).toBeNull()
  })
})
