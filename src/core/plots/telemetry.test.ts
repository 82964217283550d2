import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { hoveredTime } from './hovered.ts'
import {
  telemetryHeight,
  telemetryOption,
  telemetryTable,
  type TelemetryInput,
  type TelemetryTrack,
} from './telemetry.ts'

function track(
  name: TelemetryTrack['name'],
  values: (number | null)[],
  label = '',
): TelemetryTrack {
  return { name, label, atS: values.map((_, index) => index + (label === '' ? 0 : 0.25)), values }
}

const series = [
  track('requestsRunning', [1, 2, 3]),
  track('requestsWaiting', [0, 0, 9]),
  track('preemptionsPerS', [0, 0, 0]),
  track('gpuPowerW', [300, null, 500], '0'),
  track('gpuPowerW', [310, 410, 510], '1'),
]

function inputOf(tracks: readonly TelemetryTrack[]): TelemetryInput {
  return {
    telemetry: { series: [...tracks] },
    endS: 3,
    theme: chartThemes.light,
    text: { elapsed: 'time (s)', gpu: 'GPU', engine: 'engine', series: (name) => `<${name}>` },
  }
}

describe('the telemetry of a run', () => {
  it('has a pane per unit, none for what did not happen, and a line per GPU', () => {
    const option = telemetryOption(inputOf(series))
    expect(option.grid).toHaveLength(2)
    expect(drawnSeries(option).map(({ id }) => id)).toEqual([
      'requestsRunning ',
      'requestsWaiting ',
      'gpuPowerW 0',
      'gpuPowerW 1',
    ])
    expect(drawnSeries(option)[2]?.items).toEqual([
      [0.25, 300],
      [1.25, null],
      [2.25, 500],
    ])
  })

  it('has panes of each pool of a pair, with a line per instance', () => {
    const pair = [
      track('instanceWaiting', [0, 4], 'prefill-0'),
      track('instanceWaiting', [0, 0], 'decode-0'),
      track('instancePromptPerS', [9, 9], 'prefill-0'),
      track('instancePromptPerS', [0, 0], 'decode-0'),
    ]
    const option = telemetryOption(inputOf(pair))
    const titles = [option.yAxis].flat().map((axis) => axis?.name)
    expect(titles).toEqual([
      '{instanceWaiting|prefill: <instanceWaiting>}',
      '{instancePromptPerS|prefill: <instancePromptPerS>}',
      '{instanceWaiting|decode: <instanceWaiting>}',
    ])
  })

  it('shows preemptions where there were some', () => {
    const some = telemetryOption(inputOf([...series, track('preemptionsPerS', [0, 2])]))
    expect(some.grid).toHaveLength(3)
  })

  it('is as high as its panes, which all end where the timeline ends', () => {
    const one = telemetryHeight(inputOf(series.slice(0, 1)).telemetry)
    expect(telemetryHeight(inputOf(series).telemetry)).toBeGreaterThan(one + 50)
    const { xAxis } = telemetryOption(inputOf(series))
    expect(Array.isArray(xAxis) && xAxis.map((axis) => 'max' in axis && axis.max)).toEqual([3, 3])
  })

  it('names the lines of each pane and the time once', () => {
    const svg = renderSvg(telemetryOption(inputOf(series)), { width: 800, height: 300 }, '#ffffff')
    for (const name of ['requestsRunning', 'requestsWaiting', 'gpuPowerW']) {
      expect(svg).toContain(`&lt;${name}&gt;`)
    }
    expect(svg.match(/time \(s\)/g)).toHaveLength(1)
  })

  it('shows what was nearest to the moment under the mouse', () => {
    const { tooltip } = telemetryOption(inputOf(series))
    const formatter = tooltip !== undefined && 'formatter' in tooltip ? tooltip.formatter : null
    if (typeof formatter !== 'function') throw new Error('no tooltip')
    const html = String(Reflect.apply(formatter, null, [[{ axisValue: 1.9 }]]))
    const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    expect(text).toContain('1.9 s')
    expect(text).toContain('&lt;requestsWaiting&gt; 9')
    expect(text).toContain('GPU 0: &lt;gpuPowerW&gt; 500')
  })

  it('as a table has a row per moment', () => {
    const { columns, rows } = telemetryTable(
      inputOf([series[0], series[3]].flatMap((each) => each ?? [])),
    )
    expect(columns).toEqual(['time (s)', '<requestsRunning>', 'GPU 0: <gpuPowerW>'])
    expect(rows.slice(0, 3)).toEqual([
      [0, 1, null],
      [0.25, null, 300],
      [1, 2, null],
    ])
  })
})

describe('the moment under the mouse', () => {
  it.each<[unknown, number | null]>([
    [[{ axisValue: 1.5 }], 1.5],
    [{ axisValue: '2' }, 2],
    [[], null],
    [undefined, null],
    [[{ axisValue: 'later' }], null],
  ])('of %j is %j', (hovered, atS) => {
    expect(hoveredTime(hovered)).toBe(atS)
  })
})
