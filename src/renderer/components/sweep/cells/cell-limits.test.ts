import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { cellLimits, cellLimitText, limitLabel } from './cell-limits.ts'
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
    [[light, busy], ['held', 'unknown', 'held', 'unknown'], 'a percentile or goal not asked for'],
    [[light, drowned], ['mixed', 'unknown', 'held', 'unknown'], 'repeats that disagree'],
    [[drowned, drowned], ['broken', 'unknown', 'held', 'unknown'], 'broken in every run'],
  ])('of %j are %j: %s', (measured, words) => {
    expect(limitsOf(...measured).map(limitLabel)).toEqual(words)
  })

  it('are undecided if an interval crosses one in a run and no run breaks it', () => {
    const [limit] = limitsOf(light, busy)
    const undecided = limit && { ...limit, held: 1, crossing: { low: 1000, high: 3000 } }
    expect(undecided && limitLabel(undecided)).toBe('undecided')
    expect(undecided && cellLimitText(undecided, t)).toContain(
      'word.undecided 1 2 1.00\u00a0s 3.00\u00a0s',
    )
  })

  it('have the mean of what the runs measured', () => {
    const [first] = limitsOf(light, drowned)
    expect(first && cellLimitText(first, t)).toBe(
      'common.reported p99 charts.metric.e2el ≤ 2.00\u00a0s common.listed 20.5\u00a0s sweep.limits.word.mixed 1 2 – –',
    )
  })
})
