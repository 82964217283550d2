import { describe, expect, it } from 'vitest'
import { sweepPlanSchema, type Sweep } from '#core/model/sweep.ts'
import { examplePlan, sweepOf } from './example-sweep.test-support.ts'
import { cellName } from './cells/sweep-cells.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')

function sweepWith(changes: Partial<Sweep>, plan = examplePlan): Sweep {
  return { ...sweepOf([], plan).sweep, ...changes }
}

describe('the name of a cell', () => {
  const cell = { server: 0, settings: [], requestRate: 10, maxConcurrency: 8 }

  it.each([
    [{ requestRates: [1, 10], maxConcurrencies: [8] }, 'sweep.rate 10'],
    [{ requestRates: [10], maxConcurrencies: [8, 64] }, 'sweep.limit 8'],
    [{ requestRates: [1, 10], maxConcurrencies: [8, 64] }, 'sweep.rate 10 · sweep.limit 8'],
  ])('says what varies: %j', (loads, name) => {
    expect(cellName(cell, sweepWith({}, { ...examplePlan, ...loads }), t)).toBe(name)
  })

  it('of a search says what it turns', () => {
    const { search } = sweepPlanSchema.parse({
      ...examplePlan,
      search: { kind: 'capacity', over: 'maxConcurrency' },
    })
    expect(cellName(cell, sweepWith({ plan: { ...examplePlan, search } }), t)).toBe('sweep.limit 8')
  })
})
