import { describe, expect, test } from 'vitest'
import type { Series } from '../telemetry/telemetry-series.ts'
import { reportedTracks } from './point-detail.ts'

function series(name: Series['name'], label: string, values: readonly (number | null)[]): Series {
  return { name, label, points: values.map((value, atS) => ({ atS, value })) }
}

describe('the telemetry of a report', () => {
  test('has requests, KV cache, use and power, of each GPU by itself', () => {
    const tracks = reportedTracks(
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
    expect(tracks.map(({ name, label }) => `${name} ${label}`.trim())).toEqual([
      'requestsRunning',
      'requestsWaiting',
      'kvCachePercent',
      'gpuUtilizationPercent 0',
      'gpuPowerW 0',
      'gpuPowerW 1',
    ])
    expect(tracks[1]).toMatchObject({ atS: [0, 1, 2], values: [0, 0, 1] })
  })

  test('is of the run alone, keeps its gaps, and is short', () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index === 500 ? null : index / 3))
    const [track] = reportedTracks([series('kvCachePercent', '', values)], 900)
    expect(track?.atS.length).toBeLessThanOrEqual(150)
    expect(track?.atS.at(-1)).toBe(900)
    expect(track?.values.flatMap((value, at) => (value === null ? [track.atS[at]] : []))).toEqual([
      500,
    ])
    expect(track?.values.at(-1)).toBe(300)
  })

  test('is empty without samples', () => {
    expect(reportedTracks([], 10)).toEqual([])
    expect(reportedTracks([series('gpuPowerW', '0', [])], 10)).toEqual([])
  })
})
