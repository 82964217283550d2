import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { timeSeriesOption, timeSeriesTable } from './time-series.ts'

type TimeSeriesInput = Parameters<typeof timeSeriesOption>[0]

const input: TimeSeriesInput = {
  series: [
    {
      key: 'requestsAsked',
      name: 'asked',
      unit: 'req/s',
      points: [
        [0, 4],
        [1, 4],
      ],
    },
    {
      key: 'requestsCompleted',
      name: 'completed',
      unit: 'req/s',
      points: [
        [1, 3],
        [2, null],
      ],
    },
  ],
  axisName: 'requests/s',
  theme: chartThemes.light,
  text: { elapsed: 'time (s)' },
}

describe('a small plot over time', () => {
  it('draws each series in the colour of what it measures', () => {
    expect(timeSeriesOption(input).series).toMatchObject([
      { name: 'asked', color: chartThemes.light.series.requestsAsked },
      { name: 'completed', color: chartThemes.light.series.requestsCompleted },
    ])
  })

  it('ends at the newest point', () => {
    expect(timeSeriesOption(input)).toMatchObject({ xAxis: { max: 'dataMax' } })
  })

  it('needs no legend for one series', () => {
    const one = { ...input, series: input.series.slice(0, 1) }
    expect(timeSeriesOption(input)).toMatchObject({ legend: { show: true } })
    expect(timeSeriesOption(one)).toMatchObject({ legend: { show: false } })
  })

  it('has a table with one row per moment of any series', () => {
    expect(timeSeriesTable(input)).toEqual({
      columns: ['time (s)', 'asked (req/s)', 'completed (req/s)'],
      rows: [
        [0, 4, null],
        [1, 4, 3],
        [2, null, null],
      ],
    })
  })
})
