// Work follows from the number of requests, not from the times they state. Each of these took for ever, or all memory, once.
import { expect, test } from 'vitest'
import { mostAmount } from '#core/base/bounds.ts'
import { runCourse } from './drawing/run-course.ts'
import { buildTimeline } from './drawing/timeline.ts'
import { measured, record } from './fixtures/requests.ts'
import { PeaksBySecond } from './peaks.ts'
import { RequestSpans } from './request-spans.ts'
import { ConversationTally } from './conversation-tally.ts'

const times = [
  [0, mostAmount],
  [-mostAmount, 1],
  [-mostAmount, mostAmount],
  [mostAmount, 0],
  [0, Number.MAX_SAFE_INTEGER],
] as const

test.each(times)('from %d to %d µs', (sentAtUs, endedAtUs) => {
  const records = [
    record({ sentAtUs, endedAtUs, firstTokenAtUs: sentAtUs }),
    record({ sentAtUs: 0, endedAtUs: 1 }),
  ]
  for (const durationS of [1e-6, 1, mostAmount]) {
    expect(buildTimeline(records, durationS).atS.length).toBeLessThanOrEqual(200)
  }
  expect(runCourse(records).length).toBeLessThanOrEqual(24)
})

test('seconds of centuries are counted as those of minutes', () => {
  const requests = [0, 0.5, 4e8, 4e8 + 1].map((startS) =>
    measured({ startS, ttftS: 0.1, latencyS: 1.2 }),
  )
  const spans = new RequestSpans()
  requests.forEach((request) => spans.add(request))
  const peaks = new PeaksBySecond(spans)
  requests.forEach((request) => peaks.add(request))
  expect(peaks.requests).toBe(2)
})

test('ends before starts count as nothing', () => {
  const request = measured({ startS: 1e9, ttftS: 0.1, latencyS: -1e9 })
  const spans = new RequestSpans()
  spans.add(request)
  const peaks = new PeaksBySecond(spans)
  peaks.add(request)
  expect(peaks.requests).toBe(0)
})

test('a turn of any number is one turn', () => {
  const tally = new ConversationTally()
  for (const number of [0, 999_999_999]) {
    tally.add(measured({ turn: { conversation: 0, number } }))
  }
  expect(tally.summary([50])?.turns).toHaveLength(2)
})
