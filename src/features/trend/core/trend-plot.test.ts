import { expect, it } from 'vitest'
import { drawnSeries } from '#core/plots/drawn-series.test-support.ts'
import { renderSvg } from '#core/plots/render-svg.ts'
import { coveredTexts } from '#core/plots/text-boxes.test-support.ts'
import { chartThemes } from '#core/plots/theme.ts'
import { trendOption, trendTable } from './trend-plot.ts'

type TrendPlotInput = Parameters<typeof trendOption>[0]

const input: TrendPlotInput = {
  points: [100, 120, 90].map((value, index) => ({
    when: `2026-11-0${index + 1} 02:00`,
    label: `night ${index + 1}`,
    figure: { value, interval: index === 2 ? null : { low: value - 5, high: value + 5 } },
    solid: index !== 1,
    facts: [],
  })),
  base: { name: 'Baseline night 1', value: 100 },
  versions: [{ at: 2, name: '0.33.0' }],
  ...{ hue: 'ttft', axisName: 'TTFT p50 (ms)', divisor: 1, log: false },
  theme: chartThemes.light,
  text: { run: 'Run', when: 'When', value: 'TTFT p50 (ms)', low: 'from', high: 'to' },
}

it('a trend has a point per run, an interval where known, the base and the version change', () => {
  const series = new Map(drawnSeries(trendOption(input)).map((one) => [one.id, one.items]))
  expect([...series.keys()]).toEqual(['base', 'versions', 'figure', 'intervals'])
  expect(series.get('figure')).toMatchObject([
    { value: [0, 100, 0] },
    { value: [1, 120, 1], itemStyle: { color: '#ffffff' } },
    { value: [2, 90, 2] },
  ])
  expect(series.get('intervals')).toEqual([
    [0, 100, 0, 0, 95, 105],
    [1, 120, 1, 1, 115, 125],
    [2, 90, 2, 2, 90, 90],
  ])
})

it('a trend without base and version changes has neither line', () => {
  const ids = drawnSeries(trendOption({ ...input, base: null, versions: [] })).map(({ id }) => id)
  expect(ids).toEqual(['figure', 'intervals'])
})

it.each([false, true])('a trend is drawn (logarithmic: %s) with names and dates', (log) => {
  const svg = renderSvg(trendOption({ ...input, log }), { width: 800, height: 400 }, '#ffffff')
  for (const text of ['Baseline night 1', '0.33.0', 'TTFT p50 (ms)', '2026-11-02 02:00'])
    expect(svg).toContain(text)
})

it.each([
  [[100], 100, 120],
  [[0.31], 0.32, 0.4],
  [[17, 16], 18.2, 20],
  [[10], 900, 20],
  [[0], 0, 1],
])('figures %j with intervals up to %d are drawn from 0 to %d', (values, high, end) => {
  const points = values.map((value) => ({
    ...{ when: '', label: '', solid: true, facts: [] },
    figure: { value, interval: { low: 0, high: Math.max(high, value * 1.05) } },
  }))
  expect(trendOption({ ...input, points, base: null }).yAxis).toMatchObject({ min: 0, max: end })
})

it('a trend has a table of the same', () => {
  expect(trendTable(input).rows[1]).toEqual(['2026-11-02 02:00', 'night 2', 120, 115, 125])
})

const sizes = [
  { width: 340, height: 380 },
  { width: 640, height: 360 },
  { width: 900, height: 560 },
]

it.each(sizes)(
  'nothing covers the name of an axis, whatever the baseline, $width px wide',
  (size) => {
    for (const value of [50, 100, 125, 300]) {
      for (const log of [true, false]) {
        const option = trendOption({
          points: [1, 2, 4, 8, 16].map((load) => ({
            ...{
              when: '',
              label: String(load),
              figure: {
                value: 100 + load,
                interval: { low: 0.8 * (100 + load), high: 1.2 * (100 + load) },
              },
              solid: true,
              facts: [],
            },
          })),
          base: { name: 'Baseline night 1', value },
          versions: [1, 2, 3].map((at) => ({ at, name: `0.33.${at}` })),
          ...{ hue: 'ttft', axisName: 'TTFT p50 (ms)', divisor: 1, log, theme: chartThemes.light },
          text: { run: 'Run', when: 'When', value: 'TTFT p50 (ms)', low: 'from', high: 'to' },
        })
        const covered = coveredTexts(renderSvg(option, size, '#fff'))
        expect(covered.filter((pair) => pair.includes('TTFT'))).toEqual([])
      }
    }
  },
)
