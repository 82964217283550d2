import { expect, test } from 'vitest'
import type { RunTelemetryView } from '#contract/views.ts'
import { chartThemes } from '#core/plots/theme.ts'
import { init } from './echarts-parts.ts'
import type { AnyChartOption } from '#core/plots/option.ts'
import { telemetryOption } from '#core/plots/telemetry.ts'
import { redrawFrom } from './use-echart.ts'

type TelemetryTrack = RunTelemetryView['series'][number]

const tracks = (
  ['requestsRunning', 'kvCachePercent', 'generationTokensPerS', 'gpuPowerW'] as const
).map((name): TelemetryTrack => ({ name, label: '', atS: [0, 1], values: [1, 2] }))

function paned(places: readonly number[]): AnyChartOption {
  return telemetryOption({
    telemetry: { series: places.flatMap((place) => tracks[place] ?? []) },
    ...{ endS: 3, theme: chartThemes.light },
    text: { elapsed: 'time', gpu: 'GPU', engine: 'engine', series: (name) => name },
  })
}

test.each([
  [[0], [0, 1]],
  [
    [0, 2],
    [0, 1, 2],
  ],
  [[0, 1, 2, 3], [0]],
  [[], [0, 3]],
])('panes %j, then %j, and back are drawn', (before, after) => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 800, height: 600 })
  let drawn: AnyChartOption | null = null
  for (const wanted of [before, after, before].map(paned)) {
    chart.setOption(wanted, redrawFrom(drawn, wanted))
    drawn = wanted
    const written = chart.renderToSVGString().match(/>time</g) ?? []
    const { grid } = wanted as { grid: readonly object[] }
    expect(written).toHaveLength(Math.min(1, grid.length))
  }
  chart.dispose()
})

test('the same panes keep what is zoomed', () => {
  expect(redrawFrom(paned([0, 1]), paned([0, 2]))).toEqual({ replaceMerge: ['series'] })
})
