import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { cellLimits, cellLimitText } from './cell-limits.ts'
import { busy, drowned, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { cellCurves } from './sweep-cells.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')

const plan = sweepPlanSchema.parse({
  ...examplePlan,
  requestRates: [1],
  repeats: 2,
  limits: [
    { name: 'e2el', percentile: 99, bound: 2000 },
    { name: 'e2el', percentile: 95, bound: 2000 },
    { name: 'failedShare', percentile: null, bound: 0.01 },
    { name: 'goodShare', percentile: null, bound: 0.9 },
  ],
})

function limitsOf(...measured: Parameters<typeof sweepOf>[0][number][]) {
  const { sweep, rows } = sweepOf(measured, plan)
  const cell = cellCurves(sweep, rows).flatMap((curve) => curve.cells)[0]
  return cell === undefined ? [] : cellLimits(plan, cell)
}

describe('the limits of a cell', () => {
  it.each([
    [[], ['unknown', 'unknown', 'unknown', 'unknown'], 'not measured'],
    [[light, light], ['held', 'unknown', 'held', 'unknown'], 'a percentile or goal not asked for'],
    [[light, drowned], ['undecided', 'unknown', 'held', 'unknown'], 'repeats that disagree'],
    [
      [light, busy],
      ['undecided', 'unknown', 'held', 'unknown'],
      'repeats without intervals of their own',
    ],
    [[drowned, drowned], ['broken', 'unknown', 'held', 'unknown'], 'broken in every run'],
  ])('of %j are %j: %s', (measured, words) => {
    expect(limitsOf(...measured).map(({ state }) => state)).toEqual(words)
  })

  it('have the mean of what the runs measured', () => {
    const [first] = limitsOf(light, drowned)
    expect(first && cellLimitText(first, t)).toBe(
      'common.reported p99 charts.metric.e2el ≤ 2.00\u00a0s common.listed 20.5\u00a0s sweep.limits.word.undecided 0\u00a0ms 268\u00a0s',
    )
  })
})
