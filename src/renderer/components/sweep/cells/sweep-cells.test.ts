import { describe, expect, it } from 'vitest'
import { certaintySchema } from '#core/model/run/certainty.ts'
import type { Run } from '#core/model/run/run.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import type { ThroughputName } from '#core/backends/task-traits.ts'
import { cellColumns } from './cell-columns.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { busy, drowned, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { cellCurves, cellLatency, cellThroughput, isComplete, isTrusted } from './sweep-cells.ts'
import { cellMark } from '../sweep-status.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')

function curvesOf(...[measured, plan = examplePlan]: Parameters<typeof sweepOf>) {
  const { sweep, rows } = sweepOf(measured, plan)
  return cellCurves(sweep, rows)
}

function cellsOf(...wanted: Parameters<typeof sweepOf>) {
  return curvesOf(...wanted).flatMap((curve) => curve.cells)
}

/** Within a quarter. */
function sure(run: Run): Run {
  const certainty = certaintySchema.parse({
    ...{ figures: [], rate: null, littlesLawRatio: null },
    ...{
      throughput: {
        requests: { low: 0.75, high: 1.25 },
        outputTokens: { low: 0.75, high: 1.25 },
        totalTokens: { low: 0.75, high: 1.25 },
      },
    },
    stalls: { worstS: 0, gaps: 0, requests: 0 },
  })
  return { ...run, summary: run.summary && { ...run.summary, certainty } }
}

const e2el = { metric: 'e2el', percentile: null } as const

describe('the cells of a sweep', () => {
  it('show no throughput if their run is too short to tell whether the rate was kept', () => {
    const { config, summary } = generatedRun({ rate: 10, requests: 20 })
    const cells = cellsOf([light]).map((cell) => ({
      ...cell,
      rows: cell.rows.map(({ point, run }) => ({
        point,
        run: run && { ...run, config: { ...run.config, ...config }, summary },
      })),
    }))
    const shown = (throughput: ThroughputName) => {
      const choice = { metric: 'e2el' as const, percentiles: [50], throughput, unit: null }
      return cells[0] && cellColumns(choice, t)[0]?.value(cells[0])
    }
    expect(shown('requestThroughput')).toBeNull()
    expect(shown('outputThroughput')).toBeNull()
  })

  it('carry what their runs measured, and nothing while they wait', () => {
    const cells = cellsOf([light])
    expect(cells.map((cell) => cellThroughput(cell, 'outputThroughput')?.value ?? null)).toEqual([
      ...[100, null, null],
    ])
    expect(cells.map((cell) => cellLatency(cell, e2el)?.value ?? null)).toEqual([1000, null, null])
  })

  it('are saturated where the server finished long after the last request was due', () => {
    const cells = cellsOf([light, busy, drowned])
    expect(cells.map(({ saturated }) => saturated)).toEqual([false, false, true])
    expect(cells.map(isTrusted)).toEqual([true, true, false])
    expect(cells.map((cell) => cellMark(cell, t).word)).toEqual([
      'Caution: too few samples',
      'Caution: too few samples',
      'Caution: saturated',
    ])
  })

  it('have their repeats merged into one figure with an interval', () => {
    const again = { ...light, outputThroughput: 110, e2elMs: 1100 }
    const [cell] = cellsOf([light, busy, drowned, again], { ...examplePlan, repeats: 2 })
    expect(cell?.rows).toHaveLength(2)
    expect(cell && cellThroughput(cell, 'outputThroughput')).toMatchObject({
      ...{ value: 105, runs: 2, origin: 'repeats' },
    })
    expect(cell && cellLatency(cell, e2el)).toMatchObject({ value: 1050, origin: 'repeats' })
  })

  it('are as sure of their throughput as their only run is', () => {
    const [cell] = cellsOf([light])
    const rows = (cell?.rows ?? []).map((row) => ({ ...row, run: row.run && sure(row.run) }))
    const figure = cell && cellThroughput({ ...cell, rows }, 'outputThroughput')
    expect(figure).toMatchObject({ interval: { low: 75, high: 125 }, origin: 'run' })
  })

  it('use the repeats that are done while others wait', () => {
    const [cell] = cellsOf([light], { ...examplePlan, repeats: 2 })
    expect(cell && cellLatency(cell, e2el)).toMatchObject({ value: 1000, runs: 1 })
    expect(cell && isComplete(cell)).toBe(false)
  })
})

describe('the curves of a sweep', () => {
  it('rise with the load, whatever the order it was measured in', () => {
    const [curve] = curvesOf([light, busy, drowned], { ...examplePlan, requestRates: [100, 1, 10] })
    expect(curve?.cells.map(({ cell }) => cell.requestRate)).toEqual([1, 10, 100])
  })

  it('are one per concurrency limit', () => {
    const curves = curvesOf([light], { ...examplePlan, maxConcurrencies: [8, null] })
    expect(curves.map(({ over, maxConcurrency }) => [over, maxConcurrency])).toEqual([
      ['requestRate', 8],
      ['requestRate', null],
    ])
  })

  it('are one over the limits where there is one rate', () => {
    const plan = { ...examplePlan, requestRates: ['inf' as const], maxConcurrencies: [64, 8] }
    const curves = curvesOf([light, busy], plan)
    expect(curves.map(({ over }) => over)).toEqual(['maxConcurrency'])
    expect(curves[0]?.cells.map(({ cell }) => cell.maxConcurrency)).toEqual([8, 64])
  })

  it('are one per server setting', () => {
    const plan = sweepPlanSchema.parse({
      ...examplePlan,
      axes: [{ name: 'batch', settings: [{ server: { a: 1 } }, { server: { a: 2 } }] }],
    })
    expect(curvesOf([light], plan).map(({ configuration }) => configuration.settings)).toEqual([
      [0],
      [1],
    ])
  })

  it('have their knee where power is greatest, not at the last cell and not before there are more', () => {
    const kneeOf = (...measured: (typeof light)[]) =>
      cellsOf(measured).findIndex(({ isUpToKnee }) => isUpToKnee)
    expect(kneeOf(light, busy, drowned)).toBe(1)
    expect(kneeOf(light, busy)).toBe(-1)
    expect(kneeOf()).toBe(-1)
  })
})
