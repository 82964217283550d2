import { describe, expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { exactUnit, latencyFormat, latencyUnit, withUnitOf } from '#core/metrics/latency-unit.ts'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { requestsCsv } from '#core/report/csv/requests-csv.ts'
import { runsCsv } from '#core/report/csv/runs-csv.ts'
import { record } from '#core/stats/fixtures/requests.ts'
import { limitText, parseLimit, readLimit } from '#core/sweep/limit-text.ts'
import { sweepLimitSchema } from '#core/model/sweep.ts'

test('a real-time factor is a plain number, whatever its size', () => {
  const values = [80, 421, 12_500]
  for (const metric of ['audio_rtf', 'video_rtf'] as const) {
    const unit = latencyUnit(values, metric)
    expect(values.map(latencyFormat(unit))).toEqual(['0.0800', '0.421', '12.5'])
    expect(withUnitOf('RTF', unit)).toBe('RTF')
  }
  expect(exactUnit('audio_rtf')).toEqual({ symbol: '', ms: 1000 })
  expect(exactUnit('audio_ttfp')).toEqual({ symbol: 'ms', ms: 1 })
})

describe('a limit', () => {
  test.each([
    ['p99 audio_rtf <= 1', 1000, 'p99 audio_rtf <= 1'],
    ['mean video_rtf <= 12.5', 12_500, 'mean video_rtf <= 12.5'],
    // As earlier versions wrote them.
    ['p99 audio_rtf <= 1000 ms', 1000, 'p99 audio_rtf <= 1'],
    ['p99 audio_rtf <= 0.8 s', 800, 'p99 audio_rtf <= 0.8'],
  ])('on a real-time factor, "%s" is %d ms per second and reads %s', (text, bound, written) => {
    const limit = parseLimit(text)
    expect(limit?.bound).toBe(bound)
    expect(limit && limitText(limit)).toBe(written)
    expect(parseLimit(written)).toEqual(limit)
  })

  test('on a real-time factor of a stored sweep means the same', () => {
    const stored = { name: 'audio_rtf', percentile: 99, bound: 1000 }
    expect(limitText(sweepLimitSchema.parse(stored))).toBe('p99 audio_rtf <= 1')
  })

  test('on a real-time factor in another unit is refused with an example', () => {
    const read = readLimit('p99 audio_rtf <= 80 %')
    if (!('message' in read)) throw new Error('It was read.')
    expect(inEnglish(read.remedy)).toContain('p99 audio_rtf <= 1')
  })
})

describe('sound', () => {
  /** Six seconds of sound in 1.5 s, the first after 200 ms: a quarter of real time. */
  const spoken = record({
    ...{ sentAtUs: 1_000_000, firstTokenAtUs: 1_200_000, endedAtUs: 2_500_000 },
    ...{ interTokenLatenciesUs: new Uint32Array(), outputTokens: 0 },
    made: {
      ...{ kind: 'sound', lengthS: 6, firstAtUs: 1_200_000, underrunUs: 250_000 },
      ...{ generationUs: null, count: null, pixels: null, peakMemoryMb: null },
    },
  })
  const cellsOf = (text: string) => {
    const [head = '', line = ''] = text.split('\r\n')
    return Object.fromEntries(
      head.split(',').map((name, index) => [name, line.split(',')[index]] as const),
    )
  }
  /** Units in the names of columns; the real-time factor is a ratio and has none. */
  test('of a request has a real-time factor without a unit, and its length in s', () => {
    const cells = cellsOf(requestsCsv([spoken]))
    expect(cells).toMatchObject({
      ...{ e2el_ms: '1500', audio_ttfp_ms: '200', audio_rtf: '0.25' },
      ...{ audio_duration_s: '6', audio_underrun_s: '0.25' },
    })
    expect(Object.keys(cells).filter((name) => name.includes('rtf'))).toEqual(['audio_rtf'])
  })

  test('of a run has its statistics in the same units', () => {
    const run = exampleRun({ metricPercentiles: [99] })
    const stats = { count: 2, mean: 250, median: 240, std: 10, min: 230, max: 270 }
    const percentiles = [{ percentile: 99, value: 260 }]
    const metrics = { ...run.summary.metrics, audio_rtf: { ...stats, percentiles } }
    const cells = cellsOf(runsCsv([{ ...run, summary: { ...run.summary, metrics } }]))
    expect(cells).toMatchObject({
      ...{ mean_audio_rtf: '0.25', median_audio_rtf: '0.24' },
      ...{ std_audio_rtf: '0.01', p99_audio_rtf: '0.26' },
    })
    expect(Object.keys(cells).filter((name) => name.endsWith('audio_rtf_ms'))).toEqual([])
  })
})
