import { describe, expect, it } from 'vitest'
import type { MetricDistribution } from '#core/stats/drawing/distribution.ts'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import {
  distributionOption,
  distributionTable,
  valueAtQuantile,
  type DistributionInput,
} from './distribution.ts'
import { drawnSeries } from './drawn-series.test-support.ts'

const distribution: MetricDistribution = {
  metric: 'itl',
  count: 10,
  edges: [0, 10, 20, 40],
  counts: [2, 7, 1],
  quantiles: [0, 0.5, 0.9, 1],
  values: [0, 15, 19, 40],
}

const input: DistributionInput = {
  distribution,
  form: 'histogram',
  log: false,
  theme: chartThemes.dark,
  text: {
    latency: 'ITL',
    count: 'gaps',
    share: 'at or below (%)',
    from: 'from',
    to: 'to',
    quantile: 'quantile',
  },
}

function seriesOf(changes: Partial<DistributionInput> = {}) {
  return drawnSeries(distributionOption({ ...input, ...changes }))
}

describe('the value at a quantile', () => {
  it.each([
    [0.5, 15, 'one that is listed'],
    [0.7, 17, 'halfway between two'],
    [0, 0, 'the first'],
    [1, 40, 'the last'],
  ])('%d is %d: %s', (quantile, value) => {
    expect(valueAtQuantile(distribution, quantile)).toBeCloseTo(value, 10)
  })

  it('is not there when nothing was measured', () => {
    expect(valueAtQuantile({ ...distribution, quantiles: [], values: [] }, 0.5)).toBeNull()
  })
})

describe('a histogram', () => {
  it('draws bars as high as their counts, and that of a far tail as wide as the others', () => {
    expect(seriesOf()[0]?.items).toEqual([
      [0, 10, 0, 2],
      [10, 20, 0, 7],
      [20, 30, 0, 1],
    ])
    const svg = renderSvg(distributionOption(input), { width: 600, height: 400 }, '#000000')
    expect(svg).toContain('&gt; 20')
  })

  it('starts above zero on a logarithmic axis, which has none', () => {
    const log = distributionOption({ ...input, log: true })
    expect(log).toMatchObject({ xAxis: { type: 'log', min: 5, max: 50 } })
    expect(seriesOf({ log: true })[0]?.items[0]).toEqual([5, 10, 0, 2])
  })

  it('marks the median and p99 and names its axes', () => {
    const svg = renderSvg(distributionOption(input), { width: 600, height: 400 }, '#000000')
    for (const text of ['p50 15', 'ITL (ms)', 'gaps']) expect(svg).toContain(text)
  })

  it('has a table of its bars', () => {
    expect(distributionTable(input)).toEqual({
      columns: ['from (ms)', 'to (ms)', 'gaps'],
      rows: [
        [0, 10, 2],
        [10, 20, 7],
        [20, 40, 1],
      ],
    })
  })
})

describe('a cumulative distribution', () => {
  it('rises to 100 % over the values', () => {
    expect(seriesOf({ form: 'cdf' })).toMatchObject([
      {
        items: [
          [0, 0],
          [15, 50],
          [19, 90],
          [40, 100],
        ],
      },
    ])
  })

  it('leaves zero out on a logarithmic axis', () => {
    expect(seriesOf({ form: 'cdf', log: true })[0]?.items[0]).toEqual([15, 50])
  })

  it('has a table of its quantiles in per cent', () => {
    expect(distributionTable({ ...input, form: 'cdf' }).rows).toEqual([
      [0, 0],
      [50, 15],
      [90, 19],
      [100, 40],
    ])
  })
})
