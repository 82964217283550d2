import { expect, test } from 'vitest'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Truth } from '#core/model/run/calibration.ts'
import { figureReadings, transportGaps, type FigureReading } from './transport-check.ts'

function reading(reported: number, actual: number): FigureReading[] {
  return [{ latency: 'ttft', statistic: 'mean', reported, actual }]
}

test('the difference within each pair counts, not that between pairs', () => {
  const pairs = [10, 1000, 100].map((us, i) => ({
    native: reading(us, us - 2),
    other: reading(us + 5 + i, us - 1),
  }))
  const [gap] = transportGaps(pairs)
  expect(gap).toMatchObject({
    latency: 'ttft',
    statistic: 'mean',
    native: 370,
    other: 376,
    gap: 6,
    nativeError: 2,
    otherError: 7,
  })
  // Student's quantile of 2 degrees of freedom is 4.303; the standard deviation of 5, 6, 7 is 1.
  expect(gap?.reach).toBeCloseTo(4.3027 / Math.sqrt(3), 3)
})

test('reported and actual figures are those of the same requests', () => {
  const record = (id: string, changes: Partial<RequestRecord> = {}): RequestRecord => ({
    index: 0,
    requestId: id,
    scheduledAtUs: 0,
    sentAtUs: 0,
    firstTokenAtUs: 50_100,
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    endedAtUs: 90_200,
    promptTokens: 2,
    inputAudioS: null,
    inputs: 1,
    outputTokens: 3,
    interTokenLatenciesUs: Uint32Array.of(20_000, 20_100),
    generatedText: '',
    error: null,
    ...changes,
  })
  const truth = (id: string): Truth => {
    return { id, received: 1e9, first: 1.05e9, gaps: [20_000_000, 20_000_000] }
  }
  const records = [record('a'), record('b'), record('unknown', { firstTokenAtUs: 9e6 })]
  const readings = figureReadings(records, [truth('a'), truth('b'), truth('never sent')])
  expect(readings).toEqual([
    { latency: 'ttft', statistic: 'mean', reported: 50_100, actual: 50_000 },
    { latency: 'ttft', statistic: 'p99', reported: 50_100, actual: 50_000 },
    { latency: 'itl', statistic: 'mean', reported: 20_050, actual: 20_000 },
    { latency: 'itl', statistic: 'p99', reported: 20_100, actual: 20_000 },
    { latency: 'e2el', statistic: 'mean', reported: 90_200, actual: 90_000 },
    { latency: 'e2el', statistic: 'p99', reported: 90_200, actual: 90_000 },
  ])
})
