import { describe, expect, it } from 'vitest'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { busy, drowned, examplePlan, light, sweepOf } from '../example-sweep.test-support.ts'
import { heatCells, variedDimensions } from './heat-cells.ts'
import { cellCurves } from '../cells/sweep-cells.ts'

type HeatChoice = Parameters<typeof heatCells>[1]

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')

const plan = sweepPlanSchema.parse({
  ...examplePlan,
  requestRates: [10, 1],
  maxConcurrencies: [null, 8],
  axes: [{ name: 'batch', settings: [{ server: { a: 1 } }, { server: { a: 2 } }] }],
  limits: [{ name: 'e2el', percentile: 99, bound: 2000 }],
})

function laid(...measured: Parameters<typeof sweepOf>[0][number][]) {
  const { sweep, rows } = sweepOf(measured, plan)
  return { sweep, t, cells: cellCurves(sweep, rows).flatMap((curve) => curve.cells) }
}

function waiting(summary: RunSummary): RunSummary {
  const wait = { ...summary.metrics.e2el, mean: 9000 }
  return { ...summary, metrics: { ...summary.metrics, client_queue_time: wait } }
}

const choice: HeatChoice = {
  columns: 'requestRate',
  rows: 'maxConcurrency',
  kept: { configuration: 'a 1' },
  figure: 'latency',
  look: { metric: 'e2el', percentiles: [50, 99], throughput: 'outputThroughput' },
}

describe('the heat map of a sweep', () => {
  it('can be laid out over everything its cells differ in', () => {
    expect(variedDimensions(laid())).toEqual(['requestRate', 'maxConcurrency', 'configuration'])
  })

  it('has its loads in rising order, no limit last, and only the configuration that is kept', () => {
    const { columns, rows, cells } = heatCells(laid(), choice)
    expect(columns).toEqual(['sweep.rate 1', 'sweep.rate 10'])
    expect(rows).toEqual(['sweep.limit 8', 'sweep.noLimit'])
    expect(cells).toHaveLength(4)
  })

  it('shows the last of the figures that are looked at, and which limits hold', () => {
    const { cells } = heatCells(laid(busy, light, drowned), choice)
    const reported = cells.map(({ column, row, text, mark }) => [column, row, text, mark])
    expect(reported).toContainEqual([1, 1, '1.50\u00a0s', '✓'])
    expect(reported).toContainEqual([0, 1, '1.00\u00a0s', '✓'])
    expect(reported).toContainEqual([1, 0, '40.0\u00a0s', '✗'])
    expect(reported).toContainEqual([0, 0, '–', ''])
  })

  it('does not shade a latency without the wait in the client, and names the wait', () => {
    const base = laid(busy, light, drowned)
    const cells = base.cells.map((cell) => ({
      ...cell,
      rows: cell.rows.map((row) =>
        row.run?.summary ? { ...row, run: { ...row.run, summary: waiting(row.run.summary) } } : row,
      ),
    }))
    const map = heatCells({ ...base, cells }, choice)
    const limited = map.cells.find(({ column, row }) => column === 1 && row === 0)
    expect(limited).toMatchObject({ value: null, solid: false, text: '40.0\u00a0s' })
    expect(limited?.facts).toContainEqual({ name: 'sweep.heat.wait', value: '9.00\u00a0s' })
    const unlimited = map.cells.find(({ column, row }) => column === 1 && row === 1)
    expect(unlimited?.value).not.toBeNull()
  })

  it('shows throughput instead on request, over the configurations too', () => {
    const { rows, cells } = heatCells(laid(busy), {
      ...{ ...choice, figure: 'throughput', rows: 'configuration' },
      kept: { maxConcurrency: 'sweep.noLimit' },
    })
    expect(rows).toEqual(['a 1', 'a 2'])
    expect(cells.map(({ text }) => text)).toContain('900')
  })
})
