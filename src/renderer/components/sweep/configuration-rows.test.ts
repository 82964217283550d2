import { expect, it } from 'vitest'
import { figureKey } from '#core/compare/comparable-figures.ts'
import { comparedConfigurations, namedConfigurations } from './configuration-rows.ts'
import { sidesOf } from './sweep-sides.ts'
import { examplePlan, sweepOf } from './example-sweep.test-support.ts'
import { cellCurves } from './cells/sweep-cells.ts'

const plan = {
  ...examplePlan,
  ...{ requestRates: [1], repeats: 3 },
  axes: [
    { name: 'seats', settings: [64, 4].map((seats) => ({ server: { seats }, benchmark: {} })) },
  ],
}
const runs = [100, 101, 102, 50, 51, 52].map((outputThroughput) => ({
  ...{ outputThroughput, e2elMs: 1000, durationS: 11 },
}))
const { sweep, rows } = sweepOf(runs, plan)
const measured = { sweep, curves: cellCurves(sweep, rows) }
const [base, other] = namedConfigurations(measured)

it('a sweep with settings has a side on which they are compared, one without has none', () => {
  expect(sidesOf(measured)).toContain('configurations')
  const alone = sweepOf(runs.slice(0, 3), { ...plan, axes: [] })
  expect(
    sidesOf({ sweep: alone.sweep, curves: cellCurves(alone.sweep, alone.rows) }),
  ).not.toContain('configurations')
})

it('settings are compared with one of them, the repeats of a load in one row', () => {
  expect([base?.name, other?.name]).toEqual(['seats 64', 'seats 4'])
  const configurations =
    base === undefined ? [] : comparedConfigurations(measured, base.configuration)
  const [compared, ...others] = configurations
  expect(others).toEqual([])
  const figure = compared?.loads[0]?.comparison.figures.find(
    (each) => figureKey(each) === 'outputThroughput/mean',
  )
  expect(figure).toMatchObject({
    ...{ base: 101, other: 51, runs: { base: 3, other: 3 }, verdict: 'worse' },
  })
})
