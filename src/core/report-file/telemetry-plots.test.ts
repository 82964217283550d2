import { describe, expect, test } from 'vitest'
import type { Series } from '../telemetry/telemetry-series.ts'
import { telemetryPlots } from './telemetry-plots.ts'

function series(name: Series['name'], label: string, values: readonly (number | null)[]): Series {
  return { name, label, points: values.map((value, atS) => ({ atS, value })) }
}

describe('the telemetry of a report', () => {
  test('has a plot for requests, KV cache, use and power, with a line for each GPU', () => {
    const plots = telemetryPlots(
      [
        series('requestsRunning', '', [1, 2, 3]),
        series('requestsWaiting', '', [0, 0, 1]),
        series('kvCachePercent', '', [10, 20, 30]),
        series('gpuUtilizationPercent', '0', [90, 95, 100]),
        series('gpuPowerW', '0', [300, 310, 320]),
        series('gpuPowerW', '1', [301, 311, 321]),
        series('gpuTemperatureC', '0', [60, 61, 62]),
      ],
      10,
    )
    expect(plots.map(({ title, lines }) => [title, lines.map(({ name }) => name)])).toEqual([
      ['Requests in the server', ['running', 'waiting']],
      ['KV cache', ['of all blocks']],
      ['GPU use', ['GPU 0']],
      ['GPU power', ['GPU 0', 'GPU 1']],
    ])
    expect(plots[0]?.lines[1]?.points).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
    ])
  })

  test('is of the run alone, keeps where nobody knows, and is short', () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index === 500 ? null : index / 3))
    const [plot] = telemetryPlots([series('kvCachePercent', '', values)], 900)
    const points = plot?.lines[0]?.points ?? []
    expect(points.length).toBeLessThanOrEqual(150)
    expect(points.at(-1)?.[0]).toBe(900)
    expect(points.filter(([, value]) => value === null)).toEqual([[500, null]])
    expect(points.at(-1)?.[1]).toBe(300)
  })

  test('is nothing where nobody told anything', () => {
    expect(telemetryPlots([], 10)).toEqual([])
    expect(telemetryPlots([series('gpuPowerW', '0', [])], 10)).toEqual([])
  })
})
