import { describe, expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { latencies } from '#core/metrics/latencies.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { measured, record, rejection } from '#core/stats/fixtures/requests.ts'
import { wholeSummary as shortSummary } from '#core/stats/fixtures/summaries.ts'
import { parseLimit } from '#core/sweep/limit-text.ts'
import { limitOutcomes } from '#core/sweep/limits.ts'

const { valueS: ttftOf } = latencies.ttft_including_retries
const { valueS: e2elOf } = latencies.e2el_including_retries

/** Its latencies are compared alone, because so few requests decide nothing. */
function wholeSummary(...given: Parameters<typeof shortSummary>) {
  const summary = shortSummary(...given)
  return { ...summary, certainty: summary.certainty && { ...summary.certainty, figures: [] } }
}

describe('latencies from the first attempt', () => {
  const attempt = { status: 429, waitUs: 200_000 }
  const rejected = [
    { ...attempt, sentAtUs: 1_000_000, endedAtUs: 1_100_000 },
    { ...attempt, sentAtUs: 1_300_000, endedAtUs: 1_400_000 },
  ]
  const times = { sentAtUs: 1_600_000, firstTokenAtUs: 1_700_000, endedAtUs: 2_000_000 }

  test.each([
    ['in a run that does not retry', undefined, null, null],
    ['of the first attempt', [], 0.1, 0.4],
    ['of the second attempt', rejected.slice(1), 0.4, 0.7],
    ['of the third attempt', rejected, 0.7, 1],
  ])('%s', (_, attempts, ttft, e2el) => {
    const request = measuredFromRecord(record({ ...times, rejected: attempts }))
    const [ttftS, e2elS] = [ttftOf(request), e2elOf(request)]
    const close = (value: number | null): unknown =>
      value === null ? null : expect.closeTo(value, 9)
    expect([ttftS, e2elS]).toEqual([close(ttft), close(e2el)])
  })

  test('of a document is the whole alone', () => {
    const request = measuredFromRecord(record({ ...times, firstTokenAtUs: null, rejected }))
    expect([ttftOf(request), e2elOf(request)]).toEqual([null, expect.closeTo(1, 9)])
  })
})

test.each([
  ['p99 e2el_including_retries <= 2 s', 1, true],
  ['p99 e2el_including_retries <= 1 s', 1, false],
  ['p50 ttft_including_retries <= 500 ms', 40, true],
  // Four in ten never got an answer.
  ['p90 ttft_including_retries <= 1 h', 40, false],
  ['mean ttft_including_retries <= 1 h', 1, false],
])('with retries, "%s" with %i of 100 rejected: %s', (text, rejected, held) => {
  const retried = { attempts: 0, waitS: 0, tookS: 0 }
  const requests = Array.from({ length: 100 }, (_, index) =>
    index < rejected
      ? measured({ retried, error: rejection })
      : measured({
          retried: { ...retried, attempts: 1, waitS: 1, tookS: index < 80 ? 0.2 : 1.1 },
        }),
  )
  const config = benchmarkFieldsSchema.parse({ metricPercentiles: [50, 90, 99] })
  const limit = parseLimit(text.replace('1 h', '3600 s'))
  const summary = wholeSummary(requests, config)
  expect(limit && limitOutcomes([limit], { summary })[0]).toMatchObject({
    state: held ? 'held' : 'broken',
    lack: null,
  })
})
