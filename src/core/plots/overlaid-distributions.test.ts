import type { MetricDistribution } from '#core/stats/drawing/distribution.ts'
import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { highestSound, ladderPlace, overlayOption, overlayTable } from './overlaid-distributions.ts'

type OverlayInput = Parameters<typeof overlayOption>[0]

const theme = chartThemes.light

function spread(count: number, scale = 1): MetricDistribution {
  return {
    metric: 'ttft',
    count,
    edges: [0, 10 * scale, 30 * scale],
    counts: [count / 2, count / 2],
    quantiles: [0, 0.5, 0.9, 0.99, 0.999, 1],
    values: [1, 10, 20, 28, 29, 30].map((value) => value * scale),
  }
}

const input: OverlayInput = {
  runs: [
    { name: 'before', distribution: spread(1000) },
    { name: 'after', distribution: spread(100, 2) },
  ],
  form: 'cdf',
  log: false,
  theme,
  text: {
    latency: 'TTFT',
    density: '% per',
    share: '%',
    percentile: 'percentile',
    values: 'values',
  },
}

function placesOf(changes: Partial<OverlayInput>) {
  return drawnSeries(overlayOption({ ...input, ...changes })).map(({ items }) => items)
}

describe('distributions laid over each other', () => {
  it('are shares at or below each value', () => {
    expect(placesOf({})[0]?.slice(0, 3)).toEqual([
      [1, 0],
      [10, 50],
      [20, 90],
    ])
  })

  it('as histograms have densities, so that bins of different width compare', () => {
    expect(placesOf({ form: 'histogram' })[0]).toEqual([
      [0, 0],
      ...[
        [0, 5],
        [10, 5],
      ],
      ...[
        [10, 2.5],
        [30, 2.5],
      ],
      [30, 0],
    ])
  })

  it('as a ladder end at the last percentile that enough values stand behind', () => {
    const [many, few] = placesOf({ form: 'ladder' })
    expect(many?.at(-1)).toEqual([ladderPlace(0.99), 28])
    expect(few?.at(-1)).toEqual([ladderPlace(0.9), 40])
    expect(input.runs.map(({ distribution }) => highestSound(distribution))).toEqual(['p99', 'p90'])
  })

  it('leave out what a logarithmic axis cannot show', () => {
    expect(placesOf({ form: 'histogram', log: true })[0]?.[0]).toEqual([10, 5])
  })

  it.each(['histogram', 'cdf', 'ladder'] as const)('are drawn as %s with a legend', (form) => {
    const option = overlayOption({ ...input, form })
    const drawn = renderSvg(option, { width: 800, height: 400 }, theme.surface)
    expect(drawn).toContain('before')
    expect(drawn).toContain('after')
    if (form === 'ladder') expect(drawn).toContain('p90')
  })

  it('have a table of percentiles, run beside run', () => {
    const table = overlayTable(input)
    expect(table.columns).toEqual(['percentile', 'before (ms)', 'after (ms)'])
    expect(table.rows[0]).toEqual(['values', '1,000', '100'])
    expect(table.rows[2]).toEqual(['p50', 10, 20])
  })
})
