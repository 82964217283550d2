import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { latencyCurveOption, latencyCurveTable } from './latency-curve.ts'
import type { CurvePoint, LatencyCurveInput } from './latency-curve-input.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { pointIndexOf } from './hovered.ts'

const theme = chartThemes.light

function point(index: number, changes: Partial<CurvePoint> = {}): CurvePoint {
  return {
    key: `point ${index}`,
    label: `${2 ** index}/s`,
    throughput: { value: 100 * 2 ** index, interval: null },
    latencies: [
      { value: 20 + index, interval: null },
      { value: 40 + index, interval: null },
    ],
    solid: true,
    isKnee: false,
    isKneeEnd: false,
    facts: [{ name: 'requests/s', value: '2.0 <b>' }],
    ...changes,
  }
}

const input: LatencyCurveInput = {
  metric: 'ttft',
  statistics: ['p50', 'p99'],
  curves: [{ name: 'no limit', points: [point(0), point(1), point(2)] }],
  latencyLog: true,
  throughputLog: false,
  swapped: false,
  limits: [],
  ...{ selectedKey: null, chosenKeys: [] },
  theme,
  text: {
    throughput: 'output tokens/s',
    latency: 'TTFT',
    knee: 'knee',
    point: 'point',
    low: 'from',
    high: 'to',
  },
}

/** The lines alone. */
function seriesOf(changes: Partial<LatencyCurveInput> = {}) {
  return drawnSeries(latencyCurveOption({ ...input, ...changes })).filter(
    ({ id }) => !id.endsWith('interval'),
  )
}

/** ECharts draws it as a document, without a browser. */
function drawn(changes: Partial<LatencyCurveInput> = {}): string {
  const option = latencyCurveOption({ ...input, ...changes })
  return renderSvg(option, { width: 800, height: 600 }, theme.surface)
}

const lineHeight = 11

/** Distance from the top of the last text that reads so. */
function baselineOf(svg: string, text: string): number {
  const found = [
    ...svg.matchAll(/<text[^>]*transform="translate\([\d.]+ ([\d.]+)\)"[^>]*>([^<]*)</g),
  ]
  return Number(found.findLast(([, , read]) => read === text)?.[1])
}

describe('the throughput–latency curve', () => {
  it('draws one statistic as a line and the next as dashes, both in the colour of the metric', () => {
    const { series } = latencyCurveOption(input)
    const lines = [series].flat().filter((one) => one?.type === 'line')
    expect(lines).toMatchObject([
      { name: 'p50', lineStyle: { type: 'solid', color: theme.series.ttft } },
      { name: 'p99', lineStyle: { type: 'dashed', color: theme.series.ttft } },
    ])
  })

  it('places throughput to the right and latency upwards, or the other way round', () => {
    expect(seriesOf()[0]?.items).toMatchObject([
      { value: [100, 20, 0] },
      { value: [200, 21, 1] },
      { value: [400, 22, 2] },
    ])
    expect(seriesOf({ swapped: true })[0]?.items[0]).toMatchObject({ value: [20, 100, 0] })
  })

  it('leaves out what a point has not measured', () => {
    const points = [point(0, { latencies: [{ value: 20, interval: null }, null] }), point(1)]
    const [median, p99] = seriesOf({ curves: [{ name: 'no limit', points }] })
    expect(median?.items).toHaveLength(2)
    expect(p99?.items).toMatchObject([{ value: [200, 41, 1] }])
  })

  it('shows planned loads and the current load before any point is measured', () => {
    const planned = {
      loads: [4, 8].map((rate) => ({ throughput: 100 * rate, name: `${rate}/s` })),
      current: { throughput: 500, ms: 30, name: 'now' },
    }
    const svg = drawn({ curves: [{ name: 'no limit', points: [] }], planned })
    for (const text of ['4/s', '8/s', 'now', '600']) expect(svg).toContain(`>${text}<`)
    expect(drawn()).not.toContain('>now<')
  })

  it('draws points not to be leant on hollow', () => {
    const points = [point(0), point(1, { solid: false })]
    expect(seriesOf({ curves: [{ name: 'no limit', points }] })[0]?.items).toMatchObject([
      { itemStyle: { color: theme.series.ttft } },
      { itemStyle: { color: theme.surface, borderColor: theme.series.ttft } },
    ])
  })

  it('names its axes with units, in seconds once a latency reaches one', () => {
    expect(latencyCurveOption(input)).toMatchObject({
      xAxis: { name: 'output tokens/s', type: 'value' },
      yAxis: { name: 'TTFT (ms)', type: 'log' },
    })
    const points = [point(0, { latencies: [{ value: 1200, interval: null }] })]
    const slow = latencyCurveOption({ ...input, curves: [{ name: 'no limit', points }] })
    expect(slow).toMatchObject({ yAxis: { name: 'TTFT (s)' } })
  })

  it('distinguishes several curves by colour and shape, one legend entry each', () => {
    const curves = ['max 8', 'max 64'].map((name, at) => ({ name, points: [point(at)] }))
    const lines = seriesOf({ curves })
    expect(lines.map((line) => line.name)).toEqual(['max 8', 'max 8', 'max 64', 'max 64'])
    const { series } = latencyCurveOption({ ...input, curves })
    expect([series].flat().filter((one) => one?.type === 'line')).toMatchObject([
      { color: theme.series.ttft, symbol: 'circle' },
      { color: theme.series.ttft, symbol: 'circle' },
      { color: theme.series.e2el, symbol: 'rect' },
      { color: theme.series.e2el, symbol: 'rect' },
    ])
    expect(drawn({ curves })).toContain('max 64')
    expect(latencyCurveOption({ ...input, curves })).toMatchObject({
      legend: { data: ['max 8', 'max 64'] },
    })
  })

  it('names a limit below its line where all points lie below', () => {
    const positionOf = (ms: number) =>
      JSON.stringify(
        latencyCurveOption({
          ...input,
          curves: [{ name: 'no limit', points: [point(0), point(1)] }],
          limits: [{ name: 'limit', ms }],
        }).series,
      ).match(/insideStart(Top|Bottom)/)?.[1]
    expect(positionOf(1e6)).toBe('Bottom')
    expect(positionOf(0)).toBe('Top')
  })

  it('shows labels, knee and limit where they are, and only then', () => {
    const plain = drawn()
    expect(plain).toContain('4/s')
    expect(plain).not.toContain('knee')
    expect(plain).not.toContain('limit 500 ms')
    const points = [point(0), point(1, { isKnee: true }), point(2)]
    const marked = drawn({
      curves: [{ name: 'no limit', points }],
      limits: [{ name: 'limit 500 ms', ms: 30 }],
    })
    expect(marked).toContain('2/s · knee')
    expect(marked).toContain('limit 500 ms')
    expect(marked).toContain(theme.bad)
  })

  it('keeps the name of a knee between two loads clear of their labels, on a phone too', () => {
    const [low, high] = [point(1, { isKneeEnd: true }), point(2, { isKneeEnd: true })]
    const curves = [{ name: 'no limit', points: [point(0), low, high] }]
    const option = latencyCurveOption({ ...input, curves, text: { ...input.text, knee: 'knee' } })
    const svg = renderSvg(option, { width: 280, height: 360 }, theme.surface)
    const label = high.label
    expect(baselineOf(svg, label) - baselineOf(svg, 'knee')).toBeGreaterThanOrEqual(lineHeight)
  })

  it('draws the knees of several curves in their colours', () => {
    const knees = [point(1, { isKneeEnd: true }), point(2, { isKneeEnd: true })]
    const curves = ['8 sequences', '64 sequences'].map((name) => ({ name, points: knees }))
    const { series } = latencyCurveOption({ ...input, curves })
    const drawnKnees = [series].flat().filter((one) => String(one?.id).endsWith('/knee'))
    const colors = drawnKnees.map((one) => one && 'itemStyle' in one && one.itemStyle)
    expect(colors).toHaveLength(2)
    expect(colors[0]).not.toEqual(colors[1])
  })

  it('draws how far around a point the true one may lie, in both directions', () => {
    const uncertain = point(0, {
      throughput: { value: 100, interval: { low: 90, high: 110 } },
      latencies: [{ value: 20, interval: { low: -5, high: 30 } }, null],
    })
    const bars = (changes: Partial<LatencyCurveInput>) =>
      drawnSeries(
        latencyCurveOption({ ...input, curves: [{ name: 'c', points: [uncertain] }], ...changes }),
      ).filter(({ id }) => id.endsWith('interval'))
    expect(bars({})[0]?.items).toEqual([[100, 20, 90, 110, 0.02, 30]])
    expect(bars({ swapped: true })[0]?.items).toEqual([[20, 100, 0.02, 30, 90, 110]])
    expect(bars({})[1]?.items).toEqual([])
  })

  it('has a table with one row per point, and its intervals', () => {
    const points = [
      point(0),
      point(1, { latencies: [null, { value: 9, interval: { low: 8, high: 10 } }] }),
    ]
    expect(latencyCurveTable({ ...input, curves: [{ name: 'no limit', points }] })).toEqual({
      columns: [
        ...['point', 'output tokens/s'],
        ...['p50 TTFT (ms)', 'p50 TTFT, from', 'p50 TTFT, to'],
        ...['p99 TTFT (ms)', 'p99 TTFT, from', 'p99 TTFT, to'],
      ],
      rows: [
        ['1/s', 100, 20, null, null, 40, null, null],
        ['2/s', 200, null, null, null, 9, 8, 10],
      ],
    })
  })
})

describe('the point under the mouse', () => {
  it.each<[unknown, number | null, string]>([
    [{ value: [100, 20, 7] }, 7, 'an item of a curve'],
    [{ value: [100, 20] }, null, 'an item without a point'],
    [{ value: 'x' }, null, 'something else drawn'],
    [{}, null, 'a line'],
    [null, null, 'nothing'],
  ])('of %j is %j: %s', (hovered, index) => {
    expect(pointIndexOf(hovered)).toBe(index)
  })
})
