import { describe, expect, it } from 'vitest'
import { exampleCalibration, examplePoint } from '#core/report/example-calibration.test-support.ts'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { addedDelayOption, addedDelayTable } from './added-delay.ts'
import { drawnSeries } from './drawn-series.test-support.ts'

type AddedDelayInput = Parameters<typeof addedDelayOption>[0]

const input: AddedDelayInput = {
  points: exampleCalibration.points,
  metric: 'ttft',
  statistic: 'p99',
  theme: chartThemes.light,
  text: {
    eventsPerS: 'events/s',
    added: 'added to TTFT, p99 (µs)',
    streams: (count) => `${count} streams`,
    overloaded: (by) => `too much for the ${by}`,
  },
}

describe('what the client adds', () => {
  it('has a curve for each number of streams', () => {
    const drawn = drawnSeries(addedDelayOption(input))
    expect(drawn.map(({ name, items }) => [name, items.length])).toEqual([
      ['64 streams', 2],
      ['256 streams', 1],
    ])
    expect(drawn[0]?.items[1]).toMatchObject({ value: [20_000, 1204, 1] })
  })

  it('has hollow marks where one of the two could not keep up', () => {
    const [fine, overloaded] = drawnSeries(addedDelayOption(input))
    expect(overloaded?.items[0]).toMatchObject({ itemStyle: { color: '#ffffff' } })
    expect(fine?.items[0]).not.toMatchObject({ itemStyle: { color: '#ffffff' } })
  })

  it('draws what is nothing, or less, as next to nothing', () => {
    const none = { p50: -3, p99: 0, max: 0 }
    const { addedUs } = examplePoint(1, 1)
    const points = [examplePoint(8, 100, { addedUs: { ...addedUs, ttft: none } })]
    const [curve] = drawnSeries(addedDelayOption({ ...input, points }))
    expect(curve?.items[0]).toMatchObject({ value: [100, 1, 0] })
  })

  it('can be drawn', () => {
    const option = addedDelayOption(input)
    const size = { width: 600, height: 300 }
    expect(renderSvg(option, size, '#ffffff')).toContain('64 streams')
  })

  it('has a table with the same numbers', () => {
    expect(addedDelayTable(input).rows[2]).toEqual(['256 streams', 20_000, 1204])
  })
})
