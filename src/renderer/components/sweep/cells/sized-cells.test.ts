import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { busy, drowned, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { cellSizing, recommendedCell, ruleOf } from './sized-cells.ts'
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
  return recommendedCell(plan, cells, ruleOf(plan, curves))?.cell.cell.requestRate ?? null
}

describe('the load a server may be run at', () => {
  it('is the busiest that holds every limit', () => {
    expect(ruleOf(limited, curvesOf(limited))).toBe('limits')
    expect(recommended(limited)).toBe(1)
    expect(recommended(limited, [busy, busy, drowned])).toBeNull()
  })

  it('is the knee where there are no limits, and without a knee the busiest that is sound', () => {
    expect(recommended()).toBe(10)
    expect(ruleOf(examplePlan, curvesOf(examplePlan, [light, busy]))).toBe('busiest')
    expect(recommended(examplePlan, [light, busy])).toBe(10)
  })

  it('has no sizing before it was measured', () => {
    const [cell] = curvesOf(limited, []).flatMap((curve) => curve.cells)
    expect(cell && cellSizing(limited, cell)).toBeNull()
  })
})
