import { snapshotAt } from '#core/model/run/example-snapshot.test-support.ts'
import { expect, test } from 'vitest'
import { liveTimeline } from './live-timeline.ts'

/** Asked 10 per second, answered 5 per second, a snapshot every quarter of a second. */
const steady = Array.from({ length: 17 }, (_, step) =>
  snapshotAt(step / 4, {
    ...{ asked: step * 2.5, completed: step * 1.25, tokenEvents: step * 25, inFlight: step },
    recentTtftMs: step % 2 === 0 ? 40 : 60,
  }),
)

test('counters become rates of whole buckets, and moments their means', () => {
  const timeline = liveTimeline(steady)
  expect(timeline).toMatchObject({ bucketS: 0.5, atS: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5] })
  // The first bucket holds the snapshots at 0 s and 0.25 s.
  expect(timeline.requestsPerSecondAsked).toEqual([5, 10, 10, 10, 10, 10, 10, 10])
  expect(timeline.requestsPerSecondCompleted.at(-1)).toBe(5)
  expect(timeline.outputTokensPerSecond.at(-1)).toBe(100)
  expect(timeline.concurrency).toEqual([0.5, 2.5, 4.5, 6.5, 8.5, 10.5, 12.5, 14.5])
  expect(timeline.ttftMedianMs).toEqual(timeline.atS.map(() => 50))
  expect(timeline.failures).toEqual(timeline.atS.map(() => 0))
})

test('while no snapshot arrives nothing grows, and what is in flight stays', () => {
  const timeline = liveTimeline([...steady, snapshotAt(6, { asked: 40, inFlight: 3 })])
  expect(timeline.requestsPerSecondAsked.slice(-3)).toEqual([0, 0, 0])
  expect(timeline.concurrency.slice(-3)).toEqual([16, 16, 16])
  expect(timeline.ttftMedianMs).toHaveLength(12)
})

test('a long run has no more buckets than can be drawn', () => {
  const hours = Array.from({ length: 3601 }, (_, step) => snapshotAt(step * 2, { asked: step * 4 }))
  const timeline = liveTimeline(hours)
  expect([timeline.bucketS, timeline.atS.length]).toEqual([60, 120])
  expect(timeline.requestsPerSecondAsked.at(-1)).toBe(2)
})

test('nothing is drawn before the first bucket is whole', () => {
  expect(liveTimeline([]).atS).toEqual([])
  expect(liveTimeline([snapshotAt(0.2, { asked: 3 })]).atS).toEqual([])
})
